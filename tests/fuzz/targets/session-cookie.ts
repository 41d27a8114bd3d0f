import assert from "node:assert/strict";
import { createSessionCookie } from "~/http/session/session-cookie.server";
import type { FuzzTarget } from "../target";

const cookie = createSessionCookie(["secret-of-the-fuzz-target"]);
const valid = (await cookie.write("id", new Date(4e12), false)).split(";")[0] ?? "";

export default {
  instrumented: ["/app/http/", "/cookie/", "/react-router/dist/.*/server"],
  dictionary: ["akari=", ".", ";", "=", "%", valid, valid.slice(0, -4), "eyJpZCI6ImlkIn0="],
  async run(input) {
    const header = input.toString("latin1");
    let headers;
    try {
      headers = new Headers({ cookie: header });
    } catch {
      return;
    }
    const id = await cookie.read(new Request("http://x.example/", { headers }), false);
    if (id !== null) assert.ok(id === "id" && header.includes(valid.slice("akari=".length, -6)));
  },
} satisfies FuzzTarget;
