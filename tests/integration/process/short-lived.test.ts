import { connect } from "node:net";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { markPrepared } from "~/http/response/cache/prepared-response.server";
import { prepareHead } from "~/http/response/outgoing-response.server";
import type { Endpoint } from "~/http/api/endpoint";
import { startProcess } from "../../support/server/process";

const REQUESTS = 4_000;

const endpoint: Endpoint = {
  path: "/api/short",
  methods: {
    GET: {
      tokenScope: "public",
      summary: "A few bytes",
      description: "For tests.",
      tags: ["Tests"],
      responses: {},
      handle: () =>
        markPrepared(new Response("{}", { headers: prepareHead({ "content-length": "2" }) })),
    },
  },
};

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "minor" | "major" }) => void;

/** What two minor collections moved to the old generation since. */
function oldBytes(): number {
  for (let round = 0; round < 4; round += 1) collect({ type: "minor" });
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")!
    .space_used_size;
}

/** One after another, on one connection. */
function sendAll(port: number, requests: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let left = requests;
    const send = () => socket.write("GET /api/short HTTP/1.1\r\nHost: akari.test\r\n\r\n");
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      if (!bytes.includes("HTTP/1.1 200")) return;
      left -= 1;
      if (left === 0) resolve();
      else send();
    });
    send();
  });
}

describe("what a request allocates", () => {
  it("is freed without a full collection", async () => {
    const { port } = await startProcess({ endpoints: [endpoint] });
    await sendAll(port, REQUESTS);
    collect({ type: "major" });
    const before = oldBytes();
    await sendAll(port, REQUESTS);
    const each = (oldBytes() - before) / REQUESTS;
    expect(each).toBeLessThan(1_500);
  });
});
