import { z } from "zod";
import { AppError, Busy, Invalid } from "~/errors/app-error";
import { makePicture } from "~/features/uploads/make-picture.server";
import { storeUpload } from "~/features/uploads/store-upload.server";
import { aboutField, MAX_UPLOAD_BYTES, namedImage, uploadFormSchema, uploadSchema } from "~/features/uploads/upload-input";
import { requireSession } from "~/http/session/current-session.server";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import type { RequestScope } from "~/http/context";
import { envelope } from "~/routes/api/account/answers.server";

/** base64 writes three bytes as four, and the rest of the body is small. */
const MAX_BODY_BYTES = Math.ceil((MAX_UPLOAD_BYTES * 4) / 3) + 64 * 1024;
/** Bodies of this size take memory while they are read; more people than this wait a moment. */
const MOST_AT_ONCE = 8;
const MOST_OF_ONE_PERSON = 3;
const RETRY_AFTER_SECONDS = 3;

const uploading = new WeakMap<RequestScope["services"], string[]>();

/** POST /api/uploadImage (specification 4.2). */
export const uploadImageEndpoint: Endpoint = {
  path: "/api/uploadImage",
  methods: {
    POST: {
      summary: "Upload an avatar or a banner",
      description:
        "JSON, or multipart/form-data with the picture as `file`. PNG, JPEG, WebP, AVIF or GIF of at most 15 MB; what is stored is WebP, at most 512×512, or 2160×600 for a banner, without metadata. The answer is its public URL.",
      tags: ["Profile"],
      body: z.object({
        image: z.string().meta({ description: "base64, a data: URL, or an http or https URL." }),
        filename: z.string(),
        isBanner: z.boolean().optional(),
      }),
      answers: { 200: { description: "The picture's public URL.", schema: envelope(z.string()) }, 302: { description: "After a form: on to `returnTo`." } },
      async handle({ request, scope }) {
        const { services } = scope;
        const session = await requireSession(request, scope);
        return oneOfFew(services, session.user.id, async () => {
          const body = await readBody(request, MAX_BODY_BYTES);
          const bytes = await pictureOf(body, request, scope);
          const stored = { userId: session.user.id, bytes, contentType: "image/webp" };
          const url = await storeUpload({ db: services.db, storage: services.storage, quotaBytes: services.config.uploads.quotaBytes }, stored);
          return isBrowserForm(body, request) ? formRedirect(body, "/profile") : privateJson({ success: true, data: url });
        });
      },
    },
  },
};

function pictureOf(body: Body, request: Request, { services, origin }: RequestScope): Promise<Uint8Array> {
  const { signal } = request;
  if (body.isForm && typeof body.value === "object" && body.value !== null && "file" in body.value) {
    const { file, isBanner } = parseInput(uploadFormSchema, body.value);
    return aboutField("file", async () => makePicture(services.transforms, limited(new Uint8Array(await file.arrayBuffer())), { isBanner, signal }));
  }
  const { image, isBanner } = parseInput(uploadSchema, body.value);
  const named = namedImage(image);
  if (named === null) throw new Invalid([{ path: "image", message: "image must be base64, a data: URL with base64, or an http or https URL." }]);
  return aboutField("image", async () => {
    if (named.kind === "bytes") return makePicture(services.transforms, limited(named.bytes), { isBanner, signal });
    const source = await services.images.fetchSource(named.url, { maxBytes: MAX_UPLOAD_BYTES, ownOrigin: origin, signal });
    return makePicture(services.transforms, source.bytes, { isBanner, signal }).finally(() => source.release());
  });
}

function limited(source: Uint8Array): Uint8Array {
  if (source.byteLength > MAX_UPLOAD_BYTES) throw new AppError("too-large", "The image may have at most 15 MB.");
  return source;
}

/** A program that posts a form wants the address; a browser that shows pages wants the next one. */
function isBrowserForm(body: Body, request: Request): boolean {
  if (!body.isForm || typeof body.value !== "object" || body.value === null) return false;
  return "returnTo" in body.value || (request.headers.get("accept") ?? "").includes("text/html");
}

async function oneOfFew(services: RequestScope["services"], userId: string, work: () => Promise<Response>): Promise<Response> {
  const people = uploading.get(services) ?? [];
  uploading.set(services, people);
  if (people.length >= MOST_AT_ONCE || people.filter((id) => id === userId).length >= MOST_OF_ONE_PERSON) {
    throw new Busy("Too many pictures are being uploaded right now. Try again in a moment.", RETRY_AFTER_SECONDS);
  }
  people.push(userId);
  try {
    return await work();
  } finally {
    people.splice(people.indexOf(userId), 1);
  }
}
