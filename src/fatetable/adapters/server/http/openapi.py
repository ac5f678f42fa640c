"""The OpenAPI description of the HTTP interface, made from the endpoints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fatetable import __version__
from fatetable.adapters.server.http.endpoints import Endpoint, Parameter
from fatetable.adapters.server.http.problems import Problem

_TEMPLATE = "#/components/schemas/{name}"
_ALWAYS = (429, 500, 503)
_MEANINGS = {
    400: "The request cannot be read.",
    401: "No key, or one that opens nothing.",
    403: "Not allowed for this seat.",
    404: "There is no such thing.",
    409: "Not possible as things stand.",
    413: "The request is too large.",
    422: "The dials or tables do not fit the ruleset.",
    429: "Too many requests.",
    500: "A fault of the server.",
    503: "The store cannot be used at the moment.",
}


def description(endpoints: Sequence[Endpoint], root_path: str = "") -> dict[str, Any]:
    types = [Problem]
    for endpoint in endpoints:
        types += [each for each in (endpoint.body, endpoint.result) if each is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_TEMPLATE)
    named = iter(schemas)
    problem = next(named)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        body = next(named) if endpoint.body is not None else None
        result = next(named)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, body, result, problem)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fatetable", "version": __version__, "description": "Tables, seats and rules over HTTP."},
        "servers": [{"url": root_path or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The key of a seat."}},
        },
    }


def _operation(endpoint: Endpoint, body: Any, result: Any, problem: Any) -> dict[str, Any]:
    statuses = sorted({*endpoint.refusals, *_ALWAYS, *((403,) if endpoint.method != "GET" else ())})
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": [_parameter(each) for each in endpoint.parameters],
        "responses": {
            "200": {"description": "Done.", "content": {endpoint.media: {"schema": result}}},
            **{
                str(status): {
                    "description": _MEANINGS[status],
                    "content": {"application/json": {"schema": problem}},
                }
                for status in statuses
            },
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if endpoint.takes_picture:
        picture = {"type": "string", "format": "binary"}
        operation["requestBody"] = {"required": True, "content": {"application/octet-stream": {"schema": picture}}}
    if endpoint.needs_key:
        operation["security"] = [{"seat": []}]
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "minLength": 1 if parameter.place == "path" else 0}
    if parameter.kind == "number":
        schema = {"type": "integer", "minimum": parameter.low, "maximum": parameter.high}
    if parameter.default is not None:
        schema["default"] = parameter.default
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.place == "path",
        "description": parameter.meaning,
        "schema": schema,
    }
