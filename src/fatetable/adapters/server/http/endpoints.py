"""Endpoints of the HTTP interface: reading a request into typed values, and writing the answer or the error as JSON.

An `Endpoint` declares what it takes and returns; the routes and the OpenAPI description are made from that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from fatetable.adapters.server.addresses import Addresses
from fatetable.adapters.server.http.json_bodies import check_is_json, decode
from fatetable.adapters.server.http.problems import Problem, is_internal, problem_of, status_of
from fatetable.adapters.server.live.registry import TableRegistry
from fatetable.adapters.server.protection.host_key import Door
from fatetable.adapters.server.protection.origin_and_headers import address_of, is_same_site
from fatetable.adapters.server.protection.rate_limits import Kind, RateLimits, TooMany
from fatetable.engine.errors import FatetableError, MalformedCommand, without_traceback
from fatetable.tabletop.storage.lobby import NotAdmitted
from fatetable.tabletop.storage.store import AccessKey

T = TypeVar("T")

SMALLER = 16
"""What is not for the builder has a few short fields."""


class Parameter(NamedTuple):
    """A value in the path or the query; numbers are between `low` and `high`."""

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
    """Its error statuses, besides those that every endpoint may answer with."""
    media: str = "application/json"
    takes_picture: bool = False
    """Is its body a picture, which it reads by `Call.picture`?"""
    is_body_foreign: bool = False
    """Is its body for a worker process to read, and not for this one?"""
    has_key_in_body: bool = False
    """Does its handler find a key in the body, and ask `Call.admit` what it opens?"""
    counts_as: Kind = "requests"
    cost: float = 1.0
    """How many requests of its kind it counts as."""


class Shared(NamedTuple):
    """What the handlers of all requests use."""

    registry: TableRegistry
    rate_limits: RateLimits
    addresses: Addresses
    door: Door


class Call:
    """One request to an endpoint."""

    def __init__(
        self,
        request: Request,
        endpoint: Endpoint,
        shared: Shared,
    ) -> None:
        self.request = request
        self.endpoint = endpoint
        self.registry, self.rate_limits, self.addresses, self.door = shared
        self.address = address_of(request.scope)
        self.values: Mapping[str, Any] = {}
        self.is_counted = False
        self.raw = b""
        """The body as it came."""
        self._body: Any = None
        self._key: AccessKey | None = None

    @property
    def key(self) -> AccessKey:
        assert self._key is not None, "the endpoint does not say that it needs a key"
        return self._key

    def body(self, shape: type[T]) -> T:
        assert isinstance(self._body, shape)
        return self._body

    def count(self, key: AccessKey | None = None) -> None:
        """Count the request: that of a right key by its seat, any other by its address.

        So people who share an address with somebody who tries wrong keys are let in all the same.
        """
        if not self.is_counted:
            self.is_counted = True
            if key is None and (self.endpoint.needs_key or self.endpoint.has_key_in_body):
                # Nothing was read but the key, so its cost is that of any request.
                self.rate_limits.check_request(self.address)
                return
            who = f"{key.table}/{key.seat or key.purpose}" if key else self.address
            self.rate_limits.check_request(who, self.endpoint.counts_as, self.endpoint.cost)

    def admit(self, text: str) -> AccessKey:
        """What a key opens; raises `NotAdmitted`."""
        key = self.registry.lobby.admit(text)
        self.count(key)
        return key

    async def read(self) -> None:
        endpoint = self.endpoint
        if endpoint.needs_key:
            self._key = self._bearer()
        elif not endpoint.has_key_in_body:
            self.count()
        self.values = {each.name: self._parameter(each) for each in endpoint.parameters}
        if endpoint.body is not None:
            check_is_json(self.request.headers.get("content-type", ""))
            self.raw = await self._raw()
            if not endpoint.is_body_foreign:
                self._body = decode(self.raw, endpoint.body)

    def _bearer(self) -> AccessKey:
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

    async def picture(self) -> bytes:
        """The body of a request that uploads a picture; reading stops as soon as it is too large."""
        limit = self.rate_limits.limits.image_bytes
        refusal = MalformedCommand("image-too-large", f"A picture has at most {limit / 1_000_000:g} MB.")
        announced = self.request.headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > limit:
            raise refusal
        return await self._body_up_to(limit, refusal)

    async def _raw(self) -> bytes:
        limit = self.rate_limits.limits.body_bytes
        if not self.endpoint.is_body_foreign:
            limit //= SMALLER
        return await self._body_up_to(limit, MalformedCommand("too-large", f"A request holds at most {limit} bytes."))

    async def _body_up_to(self, limit: int, refusal: MalformedCommand) -> bytes:
        body = bytearray()
        async for chunk in self.request.stream():
            body += chunk
            if len(body) > limit:
                raise refusal
        return bytes(body)


TOO_MANY = 429


def route(endpoint: Endpoint, shared: Shared) -> Route:
    metrics, limits = shared.registry.metrics, shared.rate_limits.limits

    async def answer(request: Request) -> Response:
        call, started = Call(request, endpoint, shared), perf_counter()
        answered = await _answer_or_refusal(call)
        metrics.count_request(endpoint.method, endpoint.path, answered.status_code, perf_counter() - started)
        if answered.status_code == TOO_MANY:
            metrics.limited += 1
            # Waiting costs us nothing, and slows down programs that go on.
            await asyncio.sleep(limits.refusal_seconds)
        return answered

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _answer_or_refusal(call: Call) -> Response:
    try:
        return await _answer(call)
    except FatetableError as error:
        # Its frames would hold it and all that the request has sent.
        refused = without_traceback(_counted(call, error))
        if is_internal(refused):
            call.registry.json_log.warning("store-failed", code=refused.code)
        return refusal(refused)
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception as error:
        call.registry.note_fault(error)
        return as_json(Problem("internal-error", "This is a fault in Fatetable."), 500)


async def _answer(call: Call) -> Response:
    if call.endpoint.method != "GET" and not is_same_site(call.request.scope):
        raise NotAdmitted("cross-site", "Pages of other sites may not do that.")
    await call.read()
    answered = await call.endpoint.handle(call)
    return answered if isinstance(answered, Response) else as_json(answered)


def _counted(call: Call, error: FatetableError) -> FatetableError:
    """The error, or that there were too many like it: requests without a right key are counted by address."""
    try:
        call.count()
    except TooMany as too_many:
        return too_many
    return error


def as_json(content: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(content), status, headers, "application/json")


def refusal(error: FatetableError) -> Response:
    answer = as_json(problem_of(error), status_of(error))
    if error.code == "image-too-large":
        # The rest of it is not read.
        answer.headers["connection"] = "close"
    return answer
