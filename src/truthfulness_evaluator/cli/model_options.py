"""Flags that several commands have: which judges of prose are asked, by what, within which limits, what is kept."""

from typing import Annotated, TypeAlias

import typer

Judges: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="JUDGE",
        show_default=False,
        help="Ask this judge about prose: nli, which is part of this program and needs no network; nli:PATH_OR_NAME, a "
        "larger model; none. May be repeated. Default: none.",
    ),
]
Offline: TypeAlias = Annotated[bool, typer.Option("--offline", help="Refuse all use of the network.")]
AskPanel: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--panel",
        help="Ask the configured chat models about prose: one finds the claims, the others judge them. Without "
        "this and --model none is called.",
    ),
]
Models: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="MODEL",
        show_default=False,
        help="Ask this chat model to judge prose, instead of the configured ones. May be repeated.",
    ),
]
Screen: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="MODEL",
        show_default=False,
        help="A chat model that is asked first: the others see only what it doubts or disputes. May be repeated.",
    ),
]
Consensus: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="WAY",
        show_default=False,
        help="How the judges agree: simple, weighted or ice (rounds in which they see each other's votes). "
        "Default: weighted.",
    ),
]
Threshold: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="P",
        show_default=False,
        help="Confidence, 0 to 1, from which a verdict counts in the grade. Default: 0.7.",
    ),
]
MaxCost: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="USD", show_default=False, help="Make no call that would take the run past this cost."),
]
MaxCalls: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="N", show_default=False, help="Make no more calls of chat models than this."),
]
MaxSeconds: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="S", show_default=False, help="Make no call of a chat model after this many seconds."),
]
AskWeb: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--web/--no-web",
        show_default=False,
        help="Search the web for what bears on prose; takes --judge, --panel or --model. With --offline only what is "
        "kept of it is used. Default: with --panel and --model, unless there are --sources.",
    ),
]
SearchWith: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--search",
        metavar="NAME",
        show_default=False,
        help="Search with this service: ddgs, searxng, searxng:URL, tavily, brave. May be repeated: the next is asked "
        "where one does not answer. Default: those that have a key or an address, then ddgs, which needs neither.",
    ),
]
AllowHosts: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        metavar="HOST",
        show_default=False,
        help="Read pages of this host, too, though it is not public: a name, *.NAME, an address or a network. May be "
        "repeated.",
    ),
]
CacheFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        show_default=False,
        help="File that keeps votes and the index of the code base. Default: in the user's cache folder.",
    ),
]
NoCache: TypeAlias = Annotated[bool, typer.Option("--no-cache", help="Keep nothing, and use nothing that was kept.")]
Trace: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", show_default=False, help="Write each call of a chat model as a line of JSON, without keys."
    ),
]
