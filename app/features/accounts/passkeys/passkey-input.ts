import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { nameText } from "~/i18n/name-text";
import { parseJson } from "~/parsing/parse-json";

export const MAX_PASSKEYS = 20;
const MAX_PASSKEY_NAME = 64;
/** Far more than a credential has. */
const JSON_LIMITS = { maxDepth: 8, maxValues: 200 };

const invalid = zodMessage("passkey.credential");

/** Unpadded base64url, as `PublicKeyCredential.toJSON()` writes bytes. */
const base64url = (maxLength: number) =>
  z
    .string(invalid)
    .max(maxLength, invalid)
    .regex(/^[\w-]+$/, invalid);

/** The bytes of an id are at most 1,023 (WebAuthn Level 3, section 4). */
const credentialId = base64url(1_364);

const clientDataSchema = z.object({
  challenge: z.string().max(100),
  crossOrigin: z.boolean().optional(),
});

const clientData = base64url(4_000).transform((text, context) => {
  const read = clientDataSchema.safeParse(readJson(Buffer.from(text, "base64url").toString()));
  if (read.success) return { text, ...read.data };
  context.addIssue({ code: "custom", message: invalid });
  return z.NEVER;
});

const credential = <Response extends z.ZodType>(response: Response) =>
  z.preprocess(
    // Forms send it as text.
    (sent) => (typeof sent === "string" ? readJson(sent) : sent),
    z
      .object(
        {
          id: credentialId,
          rawId: credentialId,
          type: z.literal("public-key", invalid),
          response,
        },
        invalid,
      )
      .refine(({ id, rawId }) => id === rawId, invalid),
  );

const created = credential(
  z.object(
    {
      clientDataJSON: clientData,
      attestationObject: base64url(20_000),
      transports: z
        .array(z.string(invalid).regex(/^[\w-]{1,32}$/, invalid), invalid)
        .max(10, invalid)
        .nullish(),
    },
    invalid,
  ),
);

const assertion = credential(
  z.object(
    {
      clientDataJSON: clientData,
      authenticatorData: base64url(4_000),
      signature: base64url(8_000),
      userHandle: base64url(86).nullish(),
    },
    invalid,
  ),
);

const nameSchema = nameText({
  max: MAX_PASSKEY_NAME,
  required: "passkey.nameRequired",
  invalid: "profile.invalidName",
  tooLong: { key: "profile.nameTooLong", values: { max: MAX_PASSKEY_NAME } },
});

export const passkeyKeySchema = z.object({ id: credentialId });
export const passkeyNameSchema = passkeyKeySchema.extend({ name: nameSchema });
export const newPasskeySchema = z.object({ credential: created, name: nameSchema.optional() });
export const usedPasskeySchema = z.object({ credential: assertion });

export type CreatedCredential = z.output<typeof created>;
export type AssertedCredential = z.output<typeof assertion>;

function readJson(text: string): unknown {
  try {
    return parseJson(text, JSON_LIMITS);
  } catch {
    return null;
  }
}
