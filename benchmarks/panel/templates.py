"""Functions as code bases have them, each with statements that a document could make about it.

A template is filled in with a thing (`parcel`), where it is kept (`depot`), who has it (`courier`) and two numbers. Of
the statements, the second of each pair is false of the code.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Template:
    """A function, and what can be said of it."""

    code: str
    statements: tuple[tuple[str, str], ...]
    """True and false ones, in pairs."""

    def lines(self, words: Mapping[str, str]) -> list[str]:
        """The function's lines, the blank ones behind it not included."""
        return self.code.strip("\n").format_map(words).split("\n")


def _template(code: str, *pairs: tuple[str, str]) -> Template:
    return Template(code, pairs)


TEMPLATES = (
    _template(
        '''
def add_{thing}({place}, {thing}):
    """Put a {thing} into the {place}, and make room for it where there is none."""
    if {thing}.number in {place}.by_number:
        raise Duplicate({thing}.number)
    while len({place}.by_number) >= {many}:
        # Whatever has been there longest has to go.
        oldest = min({place}.by_number.values(), key=lambda each: each.arrived)
        del {place}.by_number[oldest.number]
        {place}.removed += 1
    {place}.by_number[{thing}.number] = {thing}
    return len({place}.by_number)
''',
        (
            "The oldest {thing} is removed from the {place} when there is no room for a new one",
            "The newest {thing} is removed from the {place} when there is no room for another",
        ),
        (
            "A {thing} whose number the {place} already knows is rejected as a duplicate",
            "A {thing} whose number the {place} already knows silently replaces the other one",
        ),
        (
            "The {place} holds at most {many_words} of {things} at a time",
            "There is no limit to how many {things} the {place} holds at a time",
        ),
    ),
    _template(
        '''
def send_reminder({actor}, {thing}, today):
    """Remind a {actor} of a {thing} that is due soon."""
    days_left = ({thing}.due - today).days
    if days_left > {few}:
        return None
    if {actor}.address is None:
        log.warning("no address of %s, nobody is reminded", {actor}.name)
        return None
    letter = Letter({actor}.address, subject=f"Your {thing} is due")
    letter.add_line(f"Please see to it within {{days_left}} days.")
    OUTBOX.put(letter)
    {actor}.reminders += 1
    return letter
''',
        (
            "A {actor} is reminded of a {thing} {few_words} days before it is due",
            "A {actor} is reminded of a {thing} only on the day after it was due",
        ),
        (
            "Nobody is reminded of a {thing} where the address of the {actor} is unknown",
            "A reminder goes out even if the address of the {actor} is not known",
        ),
        (
            "It is counted how many reminders a {actor} has got about {things}",
            "No count is kept of the reminders that a {actor} has got about {things}",
        ),
    ),
    _template(
        '''
def price_of({thing}, {actor}):
    """What a {actor} pays for a {thing}, in cents."""
    base = {thing}.weight * CENTS_A_KILO
    if {thing}.fragile:
        base += FRAGILE_CENTS
    if {actor}.years >= {few}:
        # Old customers pay less.
        base = base * (100 - {many}) // 100
    tax = base * TAX_PERCENT // 100
    return max(base + tax, LEAST_CENTS)
''',
        (
            "Customers of some years' standing get a discount on the price of a {thing}",
            "Every {actor} pays the same price for a {thing}, however long they have been customers",
        ),
        (
            "A fragile {thing} costs more than others",
            "Whether a {thing} is fragile makes no difference to what it costs",
        ),
        (
            "Tax on a {thing} is computed after the discount of the {actor} was taken off",
            "Tax on a {thing} is computed before any discount of the {actor} is taken off",
        ),
    ),
    _template(
        '''
def read_{things}(path):
    """Read all {things} from a file, one a line; a broken line is passed over."""
    found = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            fields = line.rstrip().split(";")
            if len(fields) < {few}:
                log.info("line %d of %s is no {thing}", number, path)
                continue
            found.append({Thing}.of(fields))
    found.sort(key=lambda each: each.number)
    return found
''',
        (
            "Lines of the file that describe no {thing} are passed over and logged",
            "The first line that describes no {thing} ends the reading of the file with an error",
        ),
        (
            "The fields of a {thing} are separated by semicolons in the file",
            "The fields of a {thing} are separated by tabulators in the file",
        ),
        (
            "After reading, the {things} are sorted by their number",
            "After reading, the {things} keep the order that they had in the file",
        ),
    ),
    _template(
        '''
def fetch_{thing}(session, number):
    """Fetch one {thing} over the network, with patience."""
    for attempt in range({few}):
        try:
            answer = session.get(f"/{things}/{{number}}")
        except ConnectionError:
            # The line is often bad in the morning.
            time.sleep(2**attempt)
            continue
        if answer.status == 404:
            return None
        return {Thing}.parse(answer.body)
    raise Unreachable(number)
''',
        (
            "The pause doubles with each failed attempt to fetch a {thing}",
            "The pause between two attempts to fetch a {thing} is always the same",
        ),
        (
            "Nothing is returned for a {thing} that the remote side does not know",
            "An exception is raised for a {thing} that the remote side does not know",
        ),
        (
            "Fetching a {thing} is given up after {few_words} attempts",
            "Fetching a {thing} is tried again until the connection is back",
        ),
    ),
    _template(
        '''
def merge_{things}(mine, theirs):
    """Bring two lists of {things} together; of two versions the younger one wins."""
    merged = {{each.number: each for each in mine}}
    for each in theirs:
        known = merged.get(each.number)
        if known is None or each.changed > known.changed:
            merged[each.number] = each
        elif each.changed == known.changed and each != known:
            CONFLICTS.append((known, each))
    return [merged[number] for number in sorted(merged)]
''',
        (
            "When two lists of {things} are merged, the version that changed last wins",
            "When two lists of {things} are merged, the local version always wins",
        ),
        (
            "Two versions of a {thing} that changed at the same moment are noted as a conflict",
            "Two versions of a {thing} that changed at the same moment are both thrown away",
        ),
        (
            "The merged list of {things} comes back in the order of the numbers",
            "The merged list of {things} comes back in no particular order",
        ),
    ),
    _template(
        '''
class {Thing}Counter:
    """Counts what happens to {things}, by hour."""

    def __init__(self):
        self._lock = threading.Lock()
        self._hours = {{}}

    def note(self, {thing}, moment):
        hour = moment.replace(minute=0, second=0, microsecond=0)
        with self._lock:
            self._hours[hour] = self._hours.get(hour, 0) + 1
            if len(self._hours) > {many}:
                del self._hours[min(self._hours)]

    def busiest(self):
        """The hour with the most {things}; of equals the earliest."""
        with self._lock:
            return min(self._hours, key=lambda hour: (-self._hours[hour], hour))
''',
        (
            "Several threads may count {things} at once, as a lock guards the counter",
            "The counter of {things} has no lock and must be used by one thread only",
        ),
        (
            "Counts of {things} are kept by the hour",
            "Counts of {things} are kept by the minute",
        ),
        (
            "Of two equally busy hours the counter of {things} names the earlier one",
            "Of two equally busy hours the counter of {things} names the later one",
        ),
    ),
    _template(
        '''
def check_{thing}({thing}):
    """Tell what is wrong with a {thing}: a list of sentences, empty where all is well."""
    problems = []
    if not {thing}.label.strip():
        problems.append("The label is empty.")
    if len({thing}.label) > {many}:
        problems.append("The label is too long.")
    if {thing}.weight <= 0:
        problems.append("The weight must be positive.")
    if {thing}.due < {thing}.arrived:
        problems.append("It cannot be due before it has arrived.")
    return problems
''',
        (
            "Checking a {thing} reports all problems at once rather than the first one",
            "Checking a {thing} stops at the first problem that is found",
        ),
        (
            "A {thing} whose label is blank counts as faulty",
            "A {thing} may have a blank label",
        ),
        (
            "A {thing} that is due before it has arrived is reported as a problem",
            "Dates of a {thing} are not compared with each other when it is checked",
        ),
    ),
    _template(
        '''
def share_out({things}, {actors}):
    """Give each {thing} to the {actor} with the least to do, heavy ones first."""
    load = {{each: 0 for each in {actors}}}
    shares = {{each: [] for each in {actors}}}
    for {thing} in sorted({things}, key=lambda each: -each.weight):
        able = [each for each in {actors} if each.strength >= {thing}.weight]
        if not able:
            UNSHARED.append({thing})
            continue
        chosen = min(able, key=load.get)
        shares[chosen].append({thing})
        load[chosen] += {thing}.weight
    return shares
''',
        (
            "Heavy {things} are given out before light ones",
            "Light {things} are given out before heavy ones",
        ),
        (
            "Each {thing} goes to the {actor} who has the least to carry so far",
            "Each {thing} goes to a {actor} chosen at random",
        ),
        (
            "A {thing} that is too heavy for every {actor} is set aside",
            "A {thing} that is too heavy for every {actor} goes to the strongest of them",
        ),
    ),
    _template(
        '''
def archive_{things}({place}, archive, today):
    """Move {things} that nobody has touched for long into the archive."""
    moved = 0
    for {thing} in list({place}.by_number.values()):
        idle = (today - {thing}.touched).days
        if idle < {many} or {thing}.pinned:
            continue
        archive.write({thing}.number, compress({thing}.as_bytes()))
        del {place}.by_number[{thing}.number]
        moved += 1
    archive.flush()
    return moved
''',
        (
            "Pinned {things} are never moved out of the {place} into the archive",
            "Pinned {things} are moved into the archive before all others",
        ),
        (
            "A {thing} is compressed before it is written to the archive",
            "Each {thing} is written to the archive uncompressed",
        ),
        (
            "A {thing} moves to the archive after {many_words} days without any use",
            "A {thing} moves to the archive as soon as it has not been used for a day",
        ),
    ),
    _template(
        '''
def find_{things}({place}, words):
    """The {things} whose labels have all of the words, best first."""
    wanted = [word.casefold() for word in words.split()]
    hits = []
    for {thing} in {place}.by_number.values():
        label = {thing}.label.casefold()
        if all(word in label for word in wanted):
            hits.append((len(label), {thing}.number, {thing}))
    hits.sort()
    # A page of results is as much as anybody reads.
    return [{thing} for _, _, {thing} in hits[:{many}]]
''',
        (
            "Searching for {things} does not tell capitals from small letters",
            "Searching for {things} tells capitals from small letters",
        ),
        (
            "A search finds only {things} whose label contains every word that was given",
            "A search finds {things} whose label contains any one of the given words",
        ),
        (
            "Among the {things} that are found, those with short labels come first",
            "Among the {things} that are found, those with long labels come first",
        ),
    ),
    _template(
        '''
def lock_{place}({place}, {actor}, now):
    """Reserve the {place} for one {actor}; a stale lock is broken."""
    holder = {place}.holder
    if holder is not None and holder != {actor}.name:
        if now - {place}.locked_at < {many} * 60:
            return False
        log.warning("the lock of %s is stale and is broken", holder)
    {place}.holder = {actor}.name
    {place}.locked_at = now
    return True
''',
        (
            "A lock on the {place} that has become stale is broken with a warning",
            "A lock on the {place} lasts until the {actor} who holds it gives it up",
        ),
        (
            "The {actor} who already holds the {place} may lock it once more",
            "Even the {actor} who already holds the {place} is refused a second lock",
        ),
        (
            "Only one {actor} at a time can hold the lock on the {place}",
            "Several of the {actors} can hold the lock on the {place} together",
        ),
    ),
    _template(
        '''
def export_{things}({things}, stream):
    """Write {things} as comma-separated values, personal data left out."""
    writer = csv.writer(stream)
    writer.writerow(["number", "label", "weight", "arrived"])
    for {thing} in {things}:
        if {thing}.private:
            continue
        arrived = {thing}.arrived.isoformat(timespec="minutes")
        writer.writerow([{thing}.number, {thing}.label, f"{{{thing}.weight:.1f}}", arrived])
    stream.flush()
''',
        (
            "Private {things} are left out of the export",
            "The export contains private {things} as well",
        ),
        (
            "The weight of a {thing} is exported with one decimal place",
            "The weight of a {thing} is exported as a whole number",
        ),
        (
            "The exported table of {things} begins with a row of column names",
            "The exported table of {things} has no row of column names",
        ),
    ),
    _template(
        '''
def route_of({thing}, roads):
    """The shortest way of a {thing} to its target, by Dijkstra's algorithm."""
    best = {{{thing}.origin: 0}}
    queue = [(0, {thing}.origin, [])]
    while queue:
        length, town, way = heapq.heappop(queue)
        if town == {thing}.target:
            return [*way, town]
        for other, distance in roads.get(town, {{}}).items():
            if length + distance < best.get(other, math.inf):
                best[other] = length + distance
                heapq.heappush(queue, (length + distance, other, [*way, town]))
    return None
''',
        (
            "A {thing} takes the shortest way along the roads to its target",
            "A {thing} takes the way with the fewest towns to its target",
        ),
        (
            "There is no route for a {thing} whose target cannot be reached by any road",
            "An error is raised for a {thing} whose target cannot be reached by any road",
        ),
        (
            "The route of a {thing} includes the town of its target",
            "The route of a {thing} ends one town before its target",
        ),
    ),
    _template(
        '''
def close_day(ledger, {place}, today):
    """Write down what the {place} holds at the end of the day, once."""
    if ledger.has_entry({place}.name, today):
        return
    total = sum(each.weight for each in {place}.by_number.values())
    entry = Entry({place}.name, today, len({place}.by_number), total)
    if abs(total - ledger.last_total({place}.name)) > {many}:
        # More than usual came or went: somebody is to look at it.
        entry.flagged = True
    ledger.append(entry)
''',
        (
            "Closing the day twice writes only a single entry for the {place}",
            "Closing the day twice writes two entries for the {place}",
        ),
        (
            "An unusually large change of what the {place} weighs in total is flagged for a look",
            "Large changes of what the {place} weighs in total are written down like any other",
        ),
        (
            "The daily entry of the {place} records both the number and the total weight of {things}",
            "The daily entry of the {place} records the number of {things} but not their weight",
        ),
    ),
    _template(
        '''
def hand_over({thing}, giver, taker, ledger):
    """Pass a {thing} from one {actor} to another; both have to sign."""
    if {thing}.owner != giver.name:
        raise NotYours({thing}.number, giver.name)
    signatures = [giver.sign({thing}.number), taker.sign({thing}.number)]
    if not all(signatures):
        return False
    {thing}.owner = taker.name
    {thing}.history.append((giver.name, taker.name))
    del {thing}.history[:-{many}]
    ledger.note_transfer({thing}.number, signatures)
    return True
''',
        (
            "Both sides must sign before a {thing} passes from one {actor} to another",
            "It is enough that the {actor} who gives a {thing} away signs for it",
        ),
        (
            "A {actor} cannot hand over a {thing} that belongs to somebody else",
            "A {actor} may hand over a {thing} on behalf of its owner",
        ),
        (
            "Only the last owners of a {thing} are remembered, older ones are forgotten",
            "All owners that a {thing} ever had are remembered",
        ),
    ),
    _template(
        '''
def weekly_{things}(calendar, start):
    """How many {things} are planned for each day of a week; holidays have none."""
    plan = [0] * 7
    for visit in calendar.between(start, start + timedelta(days=7)):
        if calendar.is_holiday(visit.day):
            continue
        plan[(visit.day - start).days] += visit.quantity
    quietest = plan.index(min(plan))
    return plan, quietest
''',
        (
            "No {thing} is ever planned for a holiday in the weekly schedule",
            "The weekly schedule plans {things} for holidays as for any other day",
        ),
        (
            "The weekly schedule of {things} also tells which day is the quietest",
            "The weekly schedule of {things} also tells which day is the busiest",
        ),
    ),
    _template(
        '''
def insure_{thing}({thing}, policies):
    """Choose the cheapest policy that covers the value; very precious ones need two."""
    fitting = [each for each in policies if each.limit >= {thing}.value]
    fitting.sort(key=lambda each: each.premium)
    if {thing}.value > {many} * 1000:
        return fitting[:2]
    return fitting[:1]
''',
        (
            "The cheapest insurance policy that covers the value of a {thing} is chosen",
            "The insurance policy with the highest limit is chosen for a {thing}",
        ),
        (
            "Very precious {things} are insured with two policies",
            "Even very precious {things} are insured with a single policy",
        ),
    ),
    _template(
        '''
def photograph(camera, {thing}):
    """Take pictures from all sides; blurred ones are taken again, a few times."""
    shots = []
    for side in ("front", "back", "left", "right"):
        for _ in range({few}):
            shot = camera.shoot({thing}, side)
            if shot.sharpness > 0.5:
                break
        shots.append(shot.shrunk(width=1600))
    return shots
''',
        (
            "Every {thing} is photographed from four sides",
            "Every {thing} is photographed from the front only",
        ),
        (
            "A blurred photograph of a {thing} is taken anew, but not endlessly",
            "Blurred photographs of a {thing} are kept as they are",
        ),
        (
            "Photographs of a {thing} are scaled down before they are returned",
            "Photographs of a {thing} are returned at their full resolution",
        ),
    ),
    _template(
        '''
class Thermostat{Thing}:
    """Keeps the room of the {things} at an even temperature, without switching all the time."""

    MARGIN = 0.5

    def __init__(self, heater, wanted):
        self.heater = heater
        self.wanted = wanted

    def tick(self, measured):
        if measured < self.wanted - self.MARGIN:
            self.heater.on()
        elif measured > self.wanted + self.MARGIN:
            self.heater.off()
''',
        (
            "Small deviations of temperature around the {things} do not switch the heater",
            "Any deviation of temperature around the {things} switches the heater at once",
        ),
        (
            "The heater near the {things} goes on when it has become too cold",
            "The heater near the {things} is never switched on automatically",
        ),
    ),
    _template(
        '''
def vote_on_{thing}({thing}, ballots):
    """Whether a majority of those present wants to keep a {thing}; a tie keeps it."""
    present = [each for each in ballots if each.present]
    if len(present) < {few}:
        raise NoQuorum(len(present))
    against = sum(1 for each in present if each.wants == "away")
    return against * 2 <= len(present)
''',
        (
            "A tie in the ballot means that the {thing} is kept",
            "A tie in the ballot means that the {thing} has to go",
        ),
        (
            "Ballots of absent members do not count in the decision on a {thing}",
            "Ballots of absent members count in the decision on a {thing} as well",
        ),
        (
            "Without a quorum no decision on a {thing} is taken",
            "A single member present is enough to decide on a {thing}",
        ),
    ),
    _template(
        '''
def translate_label(label, dictionary, language):
    """A label in another language, word by word; unknown words stay as they are."""
    words = []
    for word in label.split(" "):
        entry = dictionary.lookup(word.lower(), language)
        if entry is None:
            MISSING.add((word, language))
            words.append(word)
        else:
            words.append(entry.capitalize() if word.istitle() else entry)
    return " ".join(words)
''',
        (
            "Words that the dictionary lacks stay untranslated in the labels of {things}",
            "Words that the dictionary lacks are dropped from the translated labels of {things}",
        ),
        (
            "Capitalised words of a label of the {place} stay capitalised in translation",
            "Translation turns all words of a label of the {place} into small letters",
        ),
    ),
    _template(
        '''
def compress_history({thing}):
    """Join entries of a {thing}'s history that follow one another and say the same."""
    short = []
    for entry in {thing}.history:
        if short and short[-1].what == entry.what:
            short[-1].until = entry.moment
            short[-1].times += 1
        else:
            short.append(entry.copy(until=entry.moment, times=1))
    {thing}.history = short
''',
        (
            "Equal neighbouring entries in the history of a {thing} become a single one",
            "Equal entries in the history of a {thing} are merged wherever they stand",
        ),
        (
            "Joined entries of the history of a {thing} remember how often the same happened",
            "Joined entries of the history of a {thing} forget how often the same happened",
        ),
    ),
    _template(
        '''
def greet_{actor}({actor}, clock):
    """What the screen says to a {actor} who comes in."""
    hour = clock.now().hour
    part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    name = {actor}.nickname or {actor}.name
    text = f"Good {{part}}, {{name}}!"
    if {actor}.birthday == clock.today():
        text += " Happy birthday!"
    SCREEN.show(text, seconds={many})
''',
        (
            "The screen congratulates a {actor} on a birthday",
            "The screen ignores the birthday of a {actor}",
        ),
        (
            "A {actor} with a nickname is greeted by it",
            "The screen greets a {actor} by the full name, even if there is a nickname",
        ),
        (
            "The greeting of a {actor} depends on the time of day",
            "The greeting of a {actor} is the same at any time of day",
        ),
    ),
    _template(
        '''
def backup_{place}(disk, {place}):
    """Copy the {place} to a disk; old copies go when the disk gets full."""
    copies = sorted(disk.glob("{place}-*.zip"))
    while disk.free() < {place}.size() * 2 and len(copies) > {few}:
        disk.delete(copies.pop(0))
    name = f"{place}-{{today():%Y%m%d}}.zip"
    with disk.create(name) as archive:
        archive.add_all({place}.files())
    if not disk.verify(name):
        disk.delete(name)
        raise BadBackup(name)
''',
        (
            "Some backups of the {place} are kept even if the disk is nearly full",
            "All older backups of the {place} are deleted before a new one is made",
        ),
        (
            "A backup of the {place} that cannot be verified is deleted",
            "A backup of the {place} that cannot be verified is kept with a mark",
        ),
    ),
    _template(
        '''
def measure_noise(microphones, {place}):
    """The loudness of the {place}: the median of its microphones, broken ones aside."""
    levels = [each.level() for each in microphones if each.is_alive()]
    if not levels:
        return None
    level = statistics.median(levels)
    if level > {many} and not {place}.is_alarm_muted:
        ALARM.ring({place}.name, level)
    return level
''',
        (
            "The loudness of the {place} is the median of all working microphones",
            "The loudness of the {place} is that of its loudest microphone",
        ),
        (
            "A muted alarm does not ring however loud the {place} becomes",
            "The alarm rings whenever the {place} becomes loud, muted or not",
        ),
    ),
    _template(
        '''
def plan_shifts({actors}, weeks):
    """Who works when: in turn, and nobody two nights running."""
    shifts = []
    turn = itertools.cycle({actors})
    last = None
    for night in range(weeks * 7):
        chosen = next(turn)
        if chosen is last:
            chosen = next(turn)
        shifts.append((night, chosen.name))
        last = chosen
    return shifts
''',
        (
            "No {actor} has to work on two nights in a row",
            "A {actor} may have to work on several nights in a row",
        ),
        (
            "Night shifts pass from one {actor} to the next in turn",
            "Night shifts are drawn by lot among the {actors}",
        ),
    ),
    _template(
        '''
def guess_origin({thing}, stamps):
    """Where a {thing} comes from, by the stamps on it: the one that is seen most clearly."""
    seen = [(stamp.match({thing}.image), stamp.town) for stamp in stamps]
    score, town = max(seen, default=(0.0, None))
    if score < 0.{many}:
        return "unknown"
    {thing}.origin = town
    return town
''',
        (
            "The origin of a {thing} is told by the stamp that is seen most clearly",
            "The origin of a {thing} is told by the stamp that was put on last",
        ),
        (
            "If no stamp can be recognised, the origin of the {thing} is unknown",
            "If no stamp can be recognised, guessing the origin of the {thing} fails with an error",
        ),
    ),
    _template(
        '''
def refund({actor}, invoice, today):
    """Pay back what a {actor} has paid, less a fee, within some weeks."""
    age = (today - invoice.paid_on).days
    if age > {many}:
        raise TooLate(age)
    fee = invoice.total // 20 if age > 14 else 0
    BANK.transfer({actor}.account, invoice.total - fee)
    invoice.state = "refunded"
    return invoice.total - fee
''',
        (
            "A {actor} who asks for a refund within two weeks pays no fee",
            "A fee is taken off every refund of a {actor}, however early it is asked for",
        ),
        (
            "Refunds to a {actor} are refused when the invoice was paid too long ago",
            "A {actor} can ask for a refund at any time after paying the invoice",
        ),
    ),
    _template(
        '''
def watch_door(door, {place}, today):
    """Open the door of the {place} to those with a card; three wrong cards close it for a while."""
    wrong = 0
    for card in door.cards():
        if card.owner in {place}.members and card.valid_until >= today:
            wrong = 0
            door.open(seconds={many})
        else:
            wrong += 1
            door.blink("red")
        if wrong == 3:
            door.close(minutes={few})
            wrong = 0
''',
        (
            "Three wrong cards in succession close the door of the {place} for some time",
            "Wrong cards have no effect on the door of the {place}, however many there are",
        ),
        (
            "An expired card does not open the door of the {place}",
            "The door of the {place} opens to expired cards as well",
        ),
    ),
    _template(
        '''
def draw_map({place}, canvas):
    """Draw the floor of the {place}: walls black, free room white, what is full in red."""
    for room in {place}.rooms:
        share = room.used / room.space
        colour = "red" if share > 0.{many} else "yellow" if share > 0.3 else "white"
        canvas.fill(room.outline, colour)
        canvas.write(room.middle, room.name, size=8)
    for wall in {place}.walls:
        canvas.line(wall.start, wall.end, "black", width=2)
''',
        (
            "Rooms that are nearly full are red on the map of the {place}",
            "Rooms that are nearly full are black on the map of the {place}",
        ),
        (
            "Each room on the map of the {place} bears its name",
            "Rooms on the map of the {place} bear numbers instead of names",
        ),
    ),
    _template(
        '''
def inspect_{things}({things}, draw):
    """Look at a random sample; one bad {thing} means that all are looked at."""
    size = max({few}, len({things}) // 10)
    sample = draw.sample({things}, min(size, len({things})))
    bad = [{thing} for {thing} in sample if {thing}.damage > 0]
    if bad:
        bad = [{thing} for {thing} in {things} if {thing}.damage > 0]
    REPORTS.append((len({things}), len(bad)))
    return bad
''',
        (
            "One damaged {thing} in the random sample has all of them inspected",
            "Damaged {things} in the random sample are counted, and no further ones are inspected",
        ),
        (
            "Inspection of {things} begins with a random sample",
            "Inspection of {things} begins with the oldest tenth",
        ),
    ),
)
