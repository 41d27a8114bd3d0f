import { href } from "react-router";
import { z } from "zod";
import { uploadFormSchema, uploadSchema } from "~/features/uploads/upload-input";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { uploadImage } from "~/features/uploads/upload-image.server";
import { requestContext, servicesContext, uploadsContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { DEFAULT_BODY_LIMITS } from "~/http/request/read-bytes.server";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import { envelope } from "~/routes/api/responses.server";

const BODY_LIMITS = {
  ...DEFAULT_BODY_LIMITS,
  files: MAX_UPLOAD_BYTES,
  // Base64's overhead, with room for line breaks and percent-encoding.
  base64: MAX_UPLOAD_BYTES * 1.4,
};

const cropBody = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({
    description:
      "The area to keep, in percent of the displayed image, or the string `x,y,width,height`. Default: centered.",
  });

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Upload an avatar or a banner",
      description:
        "JSON, or multipart/form-data with the image as `file`. PNG, JPEG, WebP, AVIF or GIF of at most 15 MB; stored as WebP of at most 512×512, or 2160×600 for a banner, without metadata. Returns the public URL.",
      tags: ["Profile"],
      body: z.object({
        image: z.string().meta({ description: "base64, a data: URL, or an http or https URL." }),
        filename: z.string(),
        isBanner: z.boolean().optional(),
        crop: cropBody.optional(),
      }),
      otherBodies: {
        "multipart/form-data": z.object({
          file: z.file(),
          isBanner: z.boolean().optional(),
          crop: z.string().optional().meta({ description: "x,y,width,height" }),
        }),
      },
      responses: {
        200: { description: "The image's public URL.", schema: envelope(z.string()) },
        302: { description: "For a form: redirects to `returnTo`." },
      },
      handle: withSession(({ request, context, session: { user } }) => {
        const { uploadSlots } = context.get(servicesContext);
        const { origin, clientKey } = context.get(requestContext);
        const handleUpload = async () => {
          const body = await readBody(request, BODY_LIMITS);
          const upload = {
            ...(await readUpload(body)),
            userId: user.id,
            ownOrigin: origin,
            client: clientKey,
            signal: request.signal,
          };
          const url = await uploadImage(context.get(uploadsContext), upload);
          return isBrowserForm(body, request)
            ? formRedirect(body, href("/profile"))
            : jsonResponse({ success: true, data: url });
        };
        return uploadSlots.run(handleUpload, { key: user.id, client: clientKey });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

async function readUpload({ value, isForm }: Body) {
  const fields: Record<string, unknown> =
    typeof value === "object" && value !== null ? { ...value } : {};
  const field = "image" in fields && !("file" in fields) ? "image" : "file";
  if (isForm && (field === "file" || fields["image"] instanceof Blob)) {
    const { file, isBanner, crop } = parseInput(uploadFormSchema, {
      ...fields,
      file: fields[field],
    });
    return {
      image: { kind: "bytes", bytes: new Uint8Array(await file.arrayBuffer()) },
      frame: isBanner ? "banner" : "avatar",
      area: crop,
      field,
    } as const;
  }
  const { image, isBanner, crop } = parseInput(uploadSchema, value);
  return { image, frame: isBanner ? "banner" : "avatar", area: crop, field: "image" } as const;
}

/** Browsers are redirected, programs get JSON. */
function isBrowserForm(body: Body, request: Request): boolean {
  if (!body.isForm || typeof body.value !== "object" || body.value === null) return false;
  return "returnTo" in body.value || (request.headers.get("accept") ?? "").includes("text/html");
}
