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
)
