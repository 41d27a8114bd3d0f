import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { currentPasswordSchema } from "~/features/accounts/credentials";
import {
  newProfileSchema,
  profileChangeSchema,
  profileKeySchema,
} from "~/features/accounts/household/household-input";
import { findProfile, listProfiles } from "~/features/accounts/household/list-profiles.server";
import {
  addProfile,
  changeProfile,
  MAX_MANAGED_PROFILES,
  removeProfile,
  requireManager,
} from "~/features/accounts/household/manage-profiles.server";
import { LIMIT_RATINGS } from "~/features/catalog/parental-control";
import { requireProof } from "~/features/accounts/recent-proof.server";
import type { Session } from "~/features/accounts/sessions.server";
import { imageUrlSchema } from "~/features/profile/image-url";
import { accountsContext, servicesContext, type RouterContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { LOCALES } from "~/i18n/locales";
import { envelope, messageResponse } from "~/routes/api/responses.server";
import { profileBody, profileSchema } from "./household-profile";

const TAGS = ["Household"];
const NEEDS_PROOF =
  "Requires a sign-in less than ten minutes old, or the password as `currentPassword` (403); 403 for a managed profile.";

const NEEDS_PINS = "In a household with a child, all other profiles need a PIN (409).";

const idQuery = z.object({
  id: z.uuid().optional().meta({ description: "The profile’s id, unless the body has it." }),
});

/** Sent along with what is changed. */
const proofSchema = z.object({ currentPassword: currentPasswordSchema.optional() });
const avatarSchema = z.object({ avatar: imageUrlSchema.nullish() });

const profileFields = z.object({
  name: z.string().min(1).max(64),
  avatar: z.string().nullish(),
  locale: z.enum(LOCALES).nullish().meta({ description: "Null follows the browser." }),
  pin: z
    .string()
    .regex(/^\d{4,8}$/)
    .nullish(),
  child: z.boolean().nullish().meta({
    description:
      "Without `maxRating`, true sets the limit `g` unless there is one; false removes it.",
  }),
  maxRating: z
    .enum(LIMIT_RATINGS)
    .nullish()
    .meta({ description: "The age limit, which makes it a child’s; null removes it." }),
  currentPassword: z.string().optional(),
});

/** Requires an account of the household that proves who it is. Throws `Forbidden`. */
async function requireManaging(context: RouterContext, session: Session, body: unknown) {
  requireManager(session);
  const { currentPassword } = parseInput(proofSchema, body ?? {});
  await requireProof(context.get(accountsContext), session, currentPassword);
  return context.get(accountsContext);
}

function readProfileId(url: URL, body: unknown): string {
  const id = url.searchParams.get("id");
  return parseInput(profileKeySchema, id === null ? (body ?? {}) : { id }).id;
}

function viewerOf({ user }: Session) {
  return { id: user.id, isManaged: user.email === null };
}

async function profileResponse(context: RouterContext, session: Session, id: string) {
  const { db } = context.get(servicesContext);
  const profile = await findProfile(db, session.householdId, id);
  if (profile === null) throw new NotFound("household.noProfile");
  return jsonResponse({ success: true, data: profileBody(profile, viewerOf(session)) });
}

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "session",
      isForChildren: true,
      summary: "List the household's profiles",
      description: "The account's own, then the others, oldest first.",
      tags: TAGS,
      responses: {
        200: { description: "The profiles.", schema: envelope(z.array(profileSchema)) },
      },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const profiles = await listProfiles(db, session.householdId);
        const data = profiles.map((profile) => profileBody(profile, viewerOf(session)));
        return jsonResponse({ success: true, data });
      }),
    },
    POST: {
      tokenScope: "session",
      summary: "Add a managed profile",
      description: `Up to ${MAX_MANAGED_PROFILES} (409). ${NEEDS_PINS} ${NEEDS_PROOF}`,
      tags: TAGS,
      rateLimit: "passwordChange",
      body: profileFields,
      responses: { 200: { description: "The profile.", schema: envelope(profileSchema) } },
      handle: withSession(async ({ request, context, session }) => {
        const { value } = await readBody(request);
        const accounts = await requireManaging(context, session, value);
        const { avatar } = parseInput(avatarSchema, value);
        const input = parseInput(newProfileSchema, value);
        const id = await addProfile(accounts, session, { ...input, avatarUrl: avatar ?? null });
        return profileResponse(context, session, id);
      }),
    },
    PATCH: {
      tokenScope: "session",
      summary: "Change a profile",
      description: `Only the given fields; null removes the avatar or the PIN. A new PIN ends any wait for the old one. 409 for the age limit of an account. ${NEEDS_PINS} ${NEEDS_PROOF}`,
      tags: TAGS,
      rateLimit: "passwordChange",
      query: idQuery,
      body: profileFields.partial().extend({ id: z.uuid().optional() }),
      responses: { 200: { description: "The profile.", schema: envelope(profileSchema) } },
      handle: withSession(async ({ request, url, context, session }) => {
        const { value } = await readBody(request);
        const accounts = await requireManaging(context, session, value);
        const id = readProfileId(url, value);
        const { avatar } = parseInput(avatarSchema, value);
        const change = parseInput(profileChangeSchema, value);
        await changeProfile(accounts, session, id, { ...change, avatarUrl: avatar });
        return profileResponse(context, session, id);
      }),
    },
    DELETE: {
      tokenScope: "session",
      summary: "Delete a managed profile",
      description: `With all its data; sessions that show it end. 409 for an account. ${NEEDS_PROOF}`,
      tags: TAGS,
      rateLimit: "passwordChange",
      query: idQuery,
      body: z.object({ id: z.uuid().optional(), currentPassword: z.string().optional() }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, url, context, session }) => {
        const { value } = await readBody(request);
        const accounts = await requireManaging(context, session, value);
        const id = readProfileId(url, value);
        await removeProfile(accounts.db, session, id);
        return jsonResponse({ success: true, data: { message: "The profile is deleted." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
