import { z } from "zod";

/** What a provider says about a person (OpenID Connect Core 5.1), in our words. Absent and unusable values are null. */
export interface ProviderClaims {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
  avatarUrl: string | null;
}

/** What a provider says about a person, and which provider says it: after its signature was checked. */
export interface ProviderIdentity extends ProviderClaims {
  issuer: string;
}

/** Texts for people: without control characters, trimmed, of a length that a profile holds; what is none is null. */
const text = (longest: number) =>
  z
    .string()
    .transform((value) => [...value.replace(/\p{Cc}/gu, "").trim()].slice(0, longest).join(""))
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .catch(null);

const picture = z.string().max(2_048).refine(isPictureAddress).nullable().catch(null);

const claimsSchema = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0]*$/),
  email: z.string().max(254).nullable().catch(null),
  // Some providers write the boolean as a text. Whatever else they write vouches for nothing.
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: text(64),
  given_name: text(64),
  family_name: text(100),
  picture,
});

/** Shorter names are no names here, so the first name alone may not do. */
const SHORTEST_NAME = 3;

/** The claims in our words, or null when there is no subject to know the person by. */
export function readClaims(claims: unknown): ProviderClaims | null {
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
  const first = given_name !== null && [...given_name].length >= SHORTEST_NAME;
  return {
    subject: sub,
    email,
    emailVerified: email_verified,
    name,
    givenName: first ? given_name : null,
    familyName: first ? family_name : null,
    avatarUrl,
  };
}

function isPictureAddress(text: string): boolean {
  if (/[\p{Cc}\s]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
