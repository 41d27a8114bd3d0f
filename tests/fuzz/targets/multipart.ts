import { readMultipartForm } from "~/http/request/form-body.server";
import type { FuzzTarget } from "../target";
import { assertSameResult } from "../body";

/** The first byte chooses the boundary. */
export default {
  instrumented: ["/app/http/request/", "/app/parsing/", "/@remix-run/"],
  dictionary: [
    "--x",
    "--x--",
    "\r\n",
    "\r\n\r\n",
    "\r\n--x\r\n",
    'content-disposition: form-data; name="a"',
    '; filename="b.png"',
    "; filename*=UTF-8''%e2%82%ac",
    "content-type: text/plain",
    "content-type: application/octet-stream",
    '\\"',
    "%22",
    "\xff",
  ],
  async run(input) {
    const boundary = (input[0] ?? 0) % 2 === 0 ? "x" : '"x"';
    await assertSameResult(
      input.subarray(1),
      `multipart/form-data; boundary=${boundary}`,
      (request) => readMultipartForm(request, { text: 2_000, files: 3_000, base64: 4_000 }),
    );
  },
} satisfies FuzzTarget;
