import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";
import { startMediaOrigin, type MediaOrigin } from "./media-origin";

/** A Kubo node's RPC and gateway for files of one chunk. */
export interface FakeKubo extends MediaOrigin {
  pins: Map<string, { bytes: Buffer; type: string }>;
}

/** Parameters that make a CID equal on every node; Kubo otherwise uses its configuration. */
const NEEDED = { "cid-version": "1", "raw-leaves": "true", chunker: "size-1048576", pin: "true" };

export async function startFakeKubo({
  fail = () => false,
}: { fail?: () => boolean } = {}): Promise<FakeKubo> {
  const pins: FakeKubo["pins"] = new Map();
  const origin = await startMediaOrigin((request, response) => {
    const url = new URL(request.url ?? "/", "http://kubo");
    const respond = (status: number, body: object) =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(`${JSON.stringify(body)}\n`);
    const stored = /^\/ipfs\/(\w+)$/.exec(url.pathname)?.[1];
    if (request.method === "GET" && stored !== undefined) {
      const file = pins.get(stored);
      if (file === undefined) response.writeHead(404).end();
      else
        response.writeHead(200, { "content-type": file.type, etag: `"${stored}"` }).end(file.bytes);
      return;
    }
    // Kubo's RPC accepts POST only, and no Origin header.
    if (request.method !== "POST" || request.headers.origin !== undefined)
      return void response.writeHead(405).end();
    if (fail()) return respond(500, { Message: "disk quota exceeded", Code: 0, Type: "error" });
    if (url.pathname === "/api/v0/pin/rm") {
      const cid = url.searchParams.get("arg") ?? "";
      if (!pins.delete(cid))
        return respond(500, { Message: "not pinned or pinned indirectly", Code: 0, Type: "error" });
      return respond(200, { Pins: [cid] });
    }
    if (
      url.pathname !== "/api/v0/add" ||
      Object.entries(NEEDED).some(([name, value]) => url.searchParams.get(name) !== value)
    )
      return void response.writeHead(400).end();
    void new Response(
      new ReadableStream({
        start(controller) {
          request.on("data", (chunk: Buffer) => controller.enqueue(chunk));
          request.on("end", () => controller.close());
        },
      }),
      { headers: { "content-type": request.headers["content-type"] ?? "" } },
    )
      .formData()
      .then(async (form) => {
        const [file] = [...form.values()];
        if (!(file instanceof Blob))
          return respond(400, { Message: "file argument 'path' is required" });
        const bytes = Buffer.from(await file.arrayBuffer());
        const cid = CID.createV1(raw.code, await sha256.digest(bytes)).toString();
        pins.set(cid, { bytes, type: file.type });
        respond(200, { Name: "image", Hash: cid, Size: String(bytes.length) });
      });
  });
  return Object.assign(origin, { pins });
}
