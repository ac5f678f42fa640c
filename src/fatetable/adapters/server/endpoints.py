"""What one request over HTTP goes through: from raw bytes to a typed wish, and from an answer or an error to JSON.

An endpoint says what it takes and gives; both the routes and their description are made from that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from fatetable.adapters.server.guards import address_of, is_same_site
from fatetable.adapters.server.hall import Hall
from fatetable.adapters.server.limits import Doorkeeper, TooMany
from fatetable.engine.errors import FatetableError, InvalidDials, MalformedCommand, RuleViolation, UnknownRuleset
from fatetable.tabletop.lobby import NotAdmitted
from fatetable.tabletop.ports import Key, StoreFailed

T = TypeVar("T")


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was not done: a code that stays the same, one sentence, and the rules that say so."""

    code: str
    message: str
    cites: tuple[str, ...] = ()


class Parameter(NamedTuple):
    """A value in the address; numbers lie between `low` and `high`."""

    name: str
    kind: Literal["text", "number"]
    meaning: str
    place: Literal["path", "query"] = "query"
    default: str | int | None = None
    low: int = 0
    high: int = 0


class Endpoint(NamedTuple):
    method: Literal["GET", "POST", "DELETE"]
    path: str
    summary: str
    handle: Callable[[Call], Awaitable[Any]]
    result: Any
    body: Any = None
    needs_key: bool = False
    parameters: tuple[Parameter, ...] = ()
    refusals: tuple[int, ...] = ()
    """The statuses it answers with where something is not done, besides those that any endpoint may answer with."""
    media: str = "application/json"


class Call:
    """One request on its way through an endpoint."""

    def __init__(self, request: Request, hall: Hall, doorkeeper: Doorkeeper) -> None:
        self.request = request
        self.hall = hall
        self.doorkeeper = doorkeeper
        self.address = address_of(request.scope)
        self.values: Mapping[str, Any] = {}
        self._body: Any = None
        self._key: Key | None = None

    @property
    def key(self) -> Key:
        assert self._key is not None, "the endpoint does not say that it needs a key"
        return self._key

    def body(self, shape: type[T]) -> T:
        assert isinstance(self._body, shape)
        return self._body

    def admit(self, text: str) -> Key:
        """What a key opens; who tries too many that open nothing has to wait."""
        self.doorkeeper.before_key(self.address)
        try:
            return self.hall.lobby.admit(text)
        except NotAdmitted:
            self.doorkeeper.wrong_key(self.address)
            raise

    async def read(self, endpoint: Endpoint) -> None:
        if endpoint.needs_key:
            self._key = self._bearer()
        self.values = {each.name: self._parameter(each) for each in endpoint.parameters}
        if endpoint.body is not None:
            self._body = self._decode(await self._raw(), endpoint.body)

    def _bearer(self) -> Key:
        scheme, _, text = self.request.headers.get("authorization", "").partition(" ")
        if scheme.casefold() != "bearer" or not text.strip():
            raise NotAdmitted("no-key", "This needs the key of a seat.")
        key = self.admit(text.strip())
        if key.purpose != "seat":
            raise NotAdmitted("not-a-seat", "This link invites to a table; it is not a seat.")
        return key

    def _parameter(self, wanted: Parameter) -> str | int | None:
        values = self.request.path_params if wanted.place == "path" else self.request.query_params
        given = values.get(wanted.name)
        if given is None:
            return wanted.default
        if wanted.kind == "text":
            return str(given)
        number = int(given) if given.isascii() and given.isdecimal() and len(given) < 12 else -1
        if not wanted.low <= number <= wanted.high:
            raise MalformedCommand("bad-number", f'"{wanted.name}" is a number from {wanted.low} to {wanted.high}.')
        return number

    async def _raw(self) -> bytes:
        limit = self.doorkeeper.limits.body_bytes
        body = b""
        async for chunk in self.request.stream():
            body += chunk
            if len(body) > limit:
                raise MalformedCommand("too-large", f"A request holds at most {limit} bytes.")
        return body

    def _decode(self, raw: bytes, shape: Any) -> Any:
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if kind != "application/json":
            raise MalformedCommand("not-json", "The request has to be JSON, and say so.")
        try:
            return msgspec.json.decode(raw, type=shape)
        except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
            raise MalformedCommand("bad-request", f"The request cannot be read: {_first_line(error)}.") from None
        except msgspec.DecodeError:
            raise MalformedCommand("not-json", "The request is not valid JSON.") from None


def route(endpoint: Endpoint, hall: Hall, doorkeeper: Doorkeeper) -> Route:
    async def answer(request: Request) -> Response:
        call = Call(request, hall, doorkeeper)
        try:
            doorkeeper.request(call.address)
            if endpoint.method != "GET" and not is_same_site(request.scope):
                raise NotAdmitted("cross-site", "Pages of other sites may not do that.")
            await call.read(endpoint)
            answered = await endpoint.handle(call)
            return answered if isinstance(answered, Response) else as_json(answered)
        except FatetableError as error:
            if isinstance(error, TooMany):
                hall.metrics.limited += 1
            if is_of_the_machine(error):
                hall.journal.warning("store-failed", code=error.code)
            return refusal(error)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            hall.note_fault(error)
            return as_json(Problem("internal-error", "This is a fault in Fatetable."), 500)

    return Route(endpoint.path, answer, methods=[endpoint.method])


def as_json(content: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(content), status, headers, "application/json")


def refusal(error: FatetableError) -> Response:
    cites = error.cites if isinstance(error, RuleViolation) else ()
    message = NOT_NOW if is_of_the_machine(error) else error.message
    return as_json(Problem(error.code, message, cites), status_of(error))


NOT_NOW = "The server cannot keep or read its tables at the moment; try again later."


def is_of_the_machine(error: FatetableError) -> bool:
    """Do its words name files, and so are for whoever runs the server and nobody else?"""
    return isinstance(error, StoreFailed) and error.code not in _BY_CODE


_BY_CODE = {
    "not-stored": 503,
    "unknown-table": 404,
    "no-such-rule": 404,
    "no-such-scene": 404,
    "no-such-form": 404,
    "unknown-seat": 404,
    "cross-site": 403,
    "gm-only": 403,
    "not-your-seat": 403,
    "too-large": 413,
    "seat-taken": 409,
}


def status_of(error: FatetableError) -> int:
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    match error:
        case NotAdmitted():
            return 401
        case UnknownRuleset():
            return 404
        case InvalidDials():
            return 422
        case TooMany():
            return 429
        case StoreFailed():
            return 503
        case RuleViolation():
            return 409
        case MalformedCommand():
            return 400
        case _:
            return 500


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200].rstrip(".")
