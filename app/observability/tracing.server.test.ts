import { describe, expect, it } from "vitest";
import { parseTraceparent } from "./tracing.server";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("a traceparent header", () => {
  it("names a trace, a span and whether they are sampled", () => {
    const parsed = { traceId: TRACE, spanId: SPAN, isRemote: true };
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ ...parsed, traceFlags: 1 });
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-02`)).toEqual({ ...parsed, traceFlags: 0 });
    expect(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`)).toEqual({ ...parsed, traceFlags: 1 });
  });

  it.each([
    "",
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
  ])("is ignored when it is malformed: %j", (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });
});
