import { z } from "zod";
import { visibleLength } from "~/i18n/name-text";
import { parseUrl } from "~/parsing/parse-url";

/** OpenID Connect Core 5.1. Unusable values are null. */
export interface ProviderClaims {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** What `email_verified` was as JSON, for messages; "none" if it was not sent. */
  emailVerifiedSent: string;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
  avatarUrl: string | null;
}

export interface ProviderIdentity extends ProviderClaims {
  issuer: string;
  /** Whether the operator lets addresses that it verified join accounts; else none is verified. */
  trustsEmail: boolean;
}

/** A text that is truncated; null when empty. */
const text = (maxLength: number) =>
  z
    .string()
    .transform((value) => [...value.replace(/\p{Cc}/gu, "").trim()].slice(0, maxLength).join(""))
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .catch(null);

const picture = z.string().max(2_048).refine(isAvatarUrl).nullable().catch(null);

const claimsSchema = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0]*$/),
  email: z.string().max(254).nullable().catch(null),
  // Some providers send a string.
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: text(64),
  given_name: text(64),
  family_name: text(100),
  picture,
});

const MIN_NAME_LENGTH = 3;
const MAX_SENT = 40;

/** Returns null without a usable subject. */
export function parseClaims(claims: unknown): ProviderClaims | null {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return null;
  const {
    sub,
    email,
    email_verified,
    name,
    given_name,
    family_name,
    picture: avatarUrl,
  } = parsed.data;
  const first = given_name !== null && visibleLength(given_name) >= MIN_NAME_LENGTH;
  return {
    subject: sub,
    email,
    emailVerified: email_verified,
    emailVerifiedSent: sentText((claims as Record<string, unknown>)["email_verified"]),
    name,
    givenName: first ? given_name : null,
    familyName: first ? family_name : null,
    avatarUrl,
  };
}

function sentText(value: unknown): string {
  // A cut may leave half a character.
  return (JSON.stringify(value) ?? "none").slice(0, MAX_SENT).replace(/\p{Surrogate}/gu, "");
}

function isAvatarUrl(text: string): boolean {
  if (/[\p{Cc}\s]/u.test(text) || !/^https?:\/\//i.test(text)) return false;
  const url = parseUrl(text);
  return url?.username === "" && url.password === "";
}
