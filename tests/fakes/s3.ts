import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { startMediaOrigin, type MediaOrigin } from "./media-origin";

interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Verifies signatures on writes and lists, and allows public reads. */
export interface FakeS3 extends MediaOrigin {
  objects: Map<string, { bytes: Buffer; type: string }>;
  refusals: string[];
  /** Unfinished multipart uploads, by id. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>;
}

/** The number is so small that a test's list has several pages. */
const KEYS_PER_PAGE = 2;

export async function startFakeS3({
  bucket,
  fail = () => false,
  ...keys
}: Keys & {
  bucket: string;
  fail?: (request: IncomingMessage) => boolean;
}): Promise<FakeS3> {
  const objects: FakeS3["objects"] = new Map();
  const uploads: FakeS3["uploads"] = new Map();
  const refusals: string[] = [];
  const origin = await startMediaOrigin((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? ""}`);
    const isList = request.method === "GET" && url.searchParams.has("list-type");
    const key = url.pathname.startsWith(`/${bucket}/`)
      ? decodeURIComponent(url.pathname.slice(bucket.length + 2))
      : isList && url.pathname === `/${bucket}`
        ? ""
        : null;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const object = key === null ? undefined : objects.get(key);
      if (key === null)
        return void response.writeHead(404).end("<Error><Code>NoSuchBucket</Code></Error>");
      if (request.method === "GET" && !isList) {
        if (object === undefined)
          return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
        return void response.writeHead(200, { "content-type": object.type }).end(object.bytes);
      }
      const refusal = refusalOf(request, url, keys);
      if (refusal !== null) {
        refusals.push(refusal);
        return void response.writeHead(403).end(`<Error><Code>${refusal}</Code></Error>`);
      }
      if (fail(request))
        return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      const bytes = Buffer.concat(chunks);
      if (isList) return void response.end(listXml(url.searchParams, objects));
      if (url.searchParams.has("uploads")) {
        const id = randomUUID();
        uploads.set(id, { key, parts: new Map() });
        return void response.end(
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      const uploadId = url.searchParams.get("uploadId");
      if (uploadId !== null) {
        const upload = uploads.get(uploadId);
        if (upload?.key !== key)
          return void response.writeHead(404).end("<Error><Code>NoSuchUpload</Code></Error>");
        if (request.method === "DELETE") {
          uploads.delete(uploadId);
          return void response.writeHead(204).end();
        }
        if (request.method === "PUT") {
          upload.parts.set(Number(url.searchParams.get("partNumber")), bytes);
          return void response.writeHead(200, { etag: etagOf(bytes) }).end();
        }
        const listed = [...bytes.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, etag]) =>
          etag?.replaceAll("&quot;", '"'),
        );
        const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
        if (JSON.stringify(listed) !== JSON.stringify(parts.map(etagOf)))
          return void response.end("<Error><Code>InvalidPart</Code></Error>");
        uploads.delete(uploadId);
        objects.set(key, { bytes: Buffer.concat(parts), type: "" });
        return void response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
      }
      if (request.method === "PUT")
        objects.set(key, { bytes, type: request.headers["content-type"] ?? "" });
      else objects.delete(key);
      response.writeHead(request.method === "PUT" ? 200 : 204).end();
    });
  });
  return Object.assign(origin, { objects, refusals, uploads });
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function listXml(query: URLSearchParams, objects: FakeS3["objects"]): string {
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get("prefix") ?? ""))
    .filter((key) => key > (query.get("continuation-token") ?? ""))
    .sort();
  const page = keys.slice(0, KEYS_PER_PAGE);
  const next =
    page.length < keys.length
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : "";
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
}

function refusalOf(request: IncomingMessage, url: URL, keys: Keys): string | null {
  const providedSignature = url.searchParams;
  const scope = `${(providedSignature.get("X-Amz-Date") ?? "").slice(0, 8)}/${keys.region}/s3/aws4_request`;
  if (providedSignature.get("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256") return "AccessDenied";
  if (providedSignature.get("X-Amz-Credential") !== `${keys.accessKeyId}/${scope}`)
    return "InvalidAccessKeyId";
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    providedSignature.get("X-Amz-Date") ?? "",
  );
  const signedAt =
    date === null
      ? NaN
      : Date.parse(`${date.slice(1, 4).join("-")}T${date.slice(4, 7).join(":")}Z`);
  if (!(Math.abs(Date.now() - signedAt) <= Number(providedSignature.get("X-Amz-Expires")) * 1000))
    return "RequestExpired";
  const expected = Buffer.from(
    presignature(request.method ?? "", url, { host: request.headers.host ?? "" }, keys),
  );
  const signature = Buffer.from(providedSignature.get("X-Amz-Signature") ?? "");
  return signature.length === expected.length && timingSafeEqual(signature, expected)
    ? null
    : "SignatureDoesNotMatch";
}

/** AWS Signature Version 4 (query string). */
export function presignature(
  method: string,
  url: URL,
  headers: { host: string },
  { secretAccessKey, region }: Pick<Keys, "secretAccessKey" | "region">,
): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const canonical = [
    method,
    path,
    query,
    `host:${headers.host}`,
    "",
    "host",
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const date = url.searchParams.get("X-Amz-Date") ?? "";
  const scope = [date.slice(0, 8), region, "s3", "aws4_request"];
  const toSign = [
    "AWS4-HMAC-SHA256",
    date,
    scope.join("/"),
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = scope.reduce<string | Buffer>(
    (current, part) => createHmac("sha256", current).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac("sha256", key).update(toSign).digest("hex");
}
