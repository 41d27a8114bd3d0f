import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { namedImage, uploadFormSchema, uploadSchema } from "~/features/uploads/upload-input";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { uploadPicture } from "~/features/uploads/upload-picture.server";
import type { Endpoint } from "~/http/api/endpoint";
import { withSession } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import { inUploadTurn } from "~/http/request/upload-turn.server";
import { envelope } from "~/routes/api/account/answers.server";

/** base64 writes three bytes as four, and the rest of the body is small. */
const MAX_BODY_BYTES = Math.ceil((MAX_UPLOAD_BYTES * 4) / 3) + 64 * 1024;

const cropBody = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({
    description:
      "The part to keep, in percent of the picture as it is displayed; also `x,y,width,height` as a text. The middle of the whole when absent.",
  });

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
        crop: cropBody.optional(),
      }),
      answers: {
        200: { description: "The picture's public URL.", schema: envelope(z.string()) },
        302: { description: "After a form: on to `returnTo`." },
      },
      handle: withSession(({ request, scope, session: { user } }) => {
        const { services, origin } = scope;
        return inUploadTurn(services, user.id, async () => {
          const body = await readBody(request, MAX_BODY_BYTES);
          const asked = {
            ...(await readUpload(body)),
            userId: user.id,
            ownOrigin: origin,
            signal: request.signal,
          };
          const url = await uploadPicture(
            { ...services, quotaBytes: services.config.uploads.quotaBytes },
            asked,
          );
          return isBrowserForm(body, request)
            ? formRedirect(body, "/profile")
            : privateJson({ success: true, data: url });
        });
      }),
    },
  },
};

/** The picture and how to cut it. A form's file comes as `file`, or under the name that JSON has for it. */
async function readUpload({ value, isForm }: Body) {
  const fields: Record<string, unknown> =
    typeof value === "object" && value !== null ? { ...value } : {};
  const field = "image" in fields && !("file" in fields) ? "image" : "file";
  if (isForm && (field === "file" || typeof fields["image"] !== "string")) {
    const { file, isBanner, crop } = parseInput(uploadFormSchema, {
      ...fields,
      file: fields[field],
    });
    return {
      image: { kind: "bytes", bytes: new Uint8Array(await file.arrayBuffer()) },
      isBanner,
      area: crop,
      field,
    } as const;
  }
  const { image, isBanner, crop } = parseInput(uploadSchema, value);
  const named = namedImage(image);
  if (named === null)
    throw new Invalid([
      {
        path: "image",
        message: "image must be base64, a data: URL with base64, or an http or https URL.",
      },
    ]);
  return { image: named, isBanner, area: crop, field: "image" } as const;
}

/** A program that posts a form wants the address; a browser that shows pages wants the next one. */
function isBrowserForm(body: Body, request: Request): boolean {
  if (!body.isForm || typeof body.value !== "object" || body.value === null) return false;
  return "returnTo" in body.value || (request.headers.get("accept") ?? "").includes("text/html");
}
