import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { nameText } from "~/i18n/name-text";
import { TOKEN_SCOPES } from "./token-scopes";

const MAX_DAYS = 3_650;
const MAX_NAME_LENGTH = 64;

const INVALID_SCOPES = zodMessage({
  key: "token.scopes",
  values: { scopes: TOKEN_SCOPES.join(", ") },
});
const INVALID_DAYS = zodMessage({ key: "token.expiry", values: { max: MAX_DAYS } });

/** Forms send one or several strings, and an empty expiry for none. */
export const tokenInputSchema = z.object({
  name: nameText({
    max: MAX_NAME_LENGTH,
    required: "token.nameRequired",
    invalid: "profile.invalidName",
    tooLong: { key: "profile.nameTooLong", values: { max: MAX_NAME_LENGTH } },
  }),
  scopes: z.preprocess(
    (value) => (typeof value === "string" ? value.split(/[\s,]+/) : value),
    z
      .array(z.enum(TOKEN_SCOPES, INVALID_SCOPES), INVALID_SCOPES)
      .min(1, INVALID_SCOPES)
      .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  ),
  expiresInDays: z
    .preprocess(
      (value) =>
        typeof value === "string" && /^\d{1,6}$/.test(value)
          ? Number(value)
          : value === ""
            ? null
            : value,
      z.int(INVALID_DAYS).min(1, INVALID_DAYS).max(MAX_DAYS, INVALID_DAYS).nullish(),
    )
    .optional(),
});
export type TokenInput = z.output<typeof tokenInputSchema>;

export const tokenIdSchema = z.object({ id: z.uuid(zodMessage("token.id")) });
