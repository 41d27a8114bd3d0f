import { zodMessage } from "~/i18n/error-message";
import { redirect, href } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { changeEmail, changeEmailSchema } from "~/features/accounts/change-email.server";
import { changePassword } from "~/features/accounts/change-password.server";
import { changePasswordSchema } from "~/features/accounts/credentials";
import { tokenIdSchema, tokenInputSchema } from "~/features/accounts/tokens/token-input";
import {
  createCalendarLink,
  revokeCalendarLink,
} from "~/features/accounts/tokens/calendar-link.server";
import { createToken, revokeToken } from "~/features/accounts/tokens/tokens.server";
import { disconnect } from "~/features/accounts/connections.server";
import {
  endOtherSessions,
  revokeSession,
  sessionKeySchema,
  type Session,
} from "~/features/accounts/sessions.server";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { requireAdult } from "~/features/accounts/session-user.server";
import { preferencesInputSchema } from "~/features/profile/preferences-input";
import { savePreferences, saveSitePreferences } from "~/features/profile/preferences.server";
import { PLAYER_SPEEDS, SUBTITLES_OFF } from "~/features/profile/view/player-input";
import { MAX_DELAY_HOURS } from "~/features/profile/profile-limits";
import { sharesWithOthers, sitePreferencesInputSchema } from "~/features/profile/site-preferences";
import {
  accountsContext,
  requestContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";
import { requireConfirmed } from "~/http/forms/confirmed-form.server";
import { deleteOwnAccount } from "~/http/forms/delete-own-account.server";
import { getWaysIn } from "~/http/session/relying-party.server";
import { redirectToLink } from "~/http/session/redirect-to-provider.server";
import { parseFormFields } from "~/http/pages/form-values";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, type Body } from "~/http/request/read-body.server";

const connectionSchema = z.object({
  issuer: z.string().min(1).max(2_048),
  subject: z.string().min(1).max(255),
});
const visibilitySchema = z.object({
  publicProfile: z.boolean(),
  publicList: z.boolean().optional(),
});
const suggestionsSchema = z.object({
  suggestions: z.boolean(),
  sharedTaste: z.boolean().optional(),
});
const playerSchema = z
  .object({
    speed: z.coerce
      .number()
      .refine(
        (speed) => PLAYER_SPEEDS.some((candidate) => candidate === speed),
        zodMessage("profile.speed"),
      ),
    autoplayNext: z.boolean(),
    subtitles: z.string(),
  })
  .transform(({ subtitles, ...rest }) => ({
    player: {
      ...rest,
      ...(subtitles === "" ? {} : { subtitles: subtitles === SUBTITLES_OFF ? null : subtitles }),
    },
  }));
const SPOILER_FIELDS = [
  "hideEpisodeTitles",
  "hideEpisodeSynopses",
  "hideEpisodePictures",
  "hideScores",
  "hideReviews",
  "skipFiller",
] as const;
/** The forms that change who has access to the account, and their sections of the page. */
const CONFIRMED_FORMS = new Map([
  ["email", "email"],
  ["connect", "provider"],
  ["disconnect", "provider"],
  ["create-token", "tokens"],
  ["delete", "data"],
]);
/** Each with a hidden "none", since unchecked boxes are not sent. */
const checkedBoxes = z
  .union([z.string(), z.array(z.string())])
  .transform((sent) => [...new Set([sent].flat())].filter((name) => name !== "none"));
const hideSchema = z.object({ hide: checkedBoxes, hideOn: checkedBoxes });
const invalidDelay = zodMessage({ key: "schedule.delay", values: { max: MAX_DELAY_HOURS } });
const scheduleSchema = z.object({
  scheduleDelayHours: z
    .string(invalidDelay)
    .trim()
    .regex(/^\d{1,3}$/, invalidDelay)
    .transform(Number)
    .refine((hours) => hours <= MAX_DELAY_HOURS, invalidDelay),
});
/** The forms that hash a password, send mail or create a secret. */
const LIMITED_FORMS = new Set(["email", "password", "create-token"]);
/** The forms that a child may submit. None changes the account or shares data. */
const FORMS_FOR_CHILDREN = new Set([
  "preferences",
  "hide",
  "suggestions",
  "player",
  "spoilers",
  "schedule",
]);
const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("profile.confirmDelete")),
});

/** Secrets that are shown once, or nothing to show. */
export type SettingsResult =
  | { createdToken: string }
  | { createdCalendar: string }
  | { saved: true };

/** Returns data to the page's scripts, and redirects other browsers. */
function saved(context: RouterContext): Response | SettingsResult {
  return context.get(requestContext).isDataRequest
    ? { saved: true }
    : redirect(`${href("/settings")}?done=saved`);
}

/** Runs the form named by `intent`. */
export async function submitSettings(
  body: Body,
  request: Request,
  context: RouterContext,
  session: Session,
): Promise<Response | SettingsResult> {
  const { secure } = context.get(requestContext);
  const { db, sessionCookie, jobs } = context.get(servicesContext);
  const { id } = session.user;
  const fields = parseFormFields(body, {
    booleans: [
      "parentalControl",
      "trackSearchHistory",
      "publicProfile",
      "publicList",
      "autoplayNext",
      ...SPOILER_FIELDS,
      "suggestions",
      "sharedTaste",
      "keepAccess",
    ],
  });
  const { intent } = parseInput(z.object({ intent: z.string() }), fields);
  if (!FORMS_FOR_CHILDREN.has(intent)) requireAdult(session.user);
  const section = CONFIRMED_FORMS.get(intent);
  if (section !== undefined)
    await requireConfirmed(context, session, {
      returnTo: `${href("/settings")}#${section}`,
      value: body.value,
    });
  if (LIMITED_FORMS.has(intent)) await consumeRateLimit("passwordChange", context);
  switch (intent) {
    case "preferences": {
      const preferences = parseInput(preferencesInputSchema, fields);
      const site = parseInput(sitePreferencesInputSchema, fields);
      await savePreferences(db, id, preferences);
      await saveSitePreferences(db, id, site);
      return saved(context);
    }
    case "visibility":
      await saveSitePreferences(db, id, parseInput(visibilitySchema, fields));
      return saved(context);
    case "hide":
      await saveSitePreferences(
        db,
        id,
        parseInput(sitePreferencesInputSchema, parseInput(hideSchema, fields)),
      );
      return saved(context);
    case "suggestions": {
      const choices = parseInput(suggestionsSchema, fields);
      if (sharesWithOthers(choices)) requireAdult(session.user);
      await saveSitePreferences(db, id, choices);
      jobs.wake();
      return saved(context);
    }
    case "player":
      await saveSitePreferences(
        db,
        id,
        parseInput(sitePreferencesInputSchema, parseInput(playerSchema, fields)),
      );
      return saved(context);
    case "spoilers":
      await saveSitePreferences(db, id, parseInput(sitePreferencesInputSchema, fields));
      return saved(context);
    case "schedule":
      await saveSitePreferences(db, id, parseInput(scheduleSchema, fields));
      return saved(context);
    case "create-calendar":
      return { createdCalendar: await createCalendarLink(db, id) };
    case "revoke-calendar":
      await revokeCalendarLink(db, id);
      return redirect(`${href("/settings")}?done=calendarRevoked`);
    case "connect":
      return redirectToLink(id, body, request, context);
    case "disconnect":
      await disconnect(db, id, parseInput(connectionSchema, fields), getWaysIn(context));
      return redirect(`${href("/settings")}?done=disconnected`);
    case "password": {
      requirePasswords(context.get(servicesContext).config);
      const change = parseInput(changePasswordSchema, fields);
      await changePassword(context.get(accountsContext), session, change);
      return redirect(
        `${href("/settings")}?done=${change.keepAccess ? "passwordOnly" : "password"}`,
      );
    }
    case "email": {
      await changeEmail(db, session, parseInput(changeEmailSchema, fields).email);
      return redirect(`${href("/settings")}?done=email`);
    }
    case "revoke": {
      const { key } = parseInput(sessionKeySchema, fields);
      await revokeSession(db, id, key);
      if (key !== session.idHash) return redirect(`${href("/settings")}?done=ended`);
      return redirect("/", { headers: { "set-cookie": await sessionCookie.clear(secure) } });
    }
    case "revoke-others":
      await endOtherSessions(db, id, session.idHash);
      return redirect(`${href("/settings")}?done=ended`);
    case "create-token": {
      const { token } = await createToken(db, id, parseInput(tokenInputSchema, fields));
      return { createdToken: token };
    }
    case "revoke-token":
      await revokeToken(db, id, parseInput(tokenIdSchema, fields).id);
      return redirect(`${href("/settings")}?done=revoked`);
    case "delete": {
      parseInput(deleteSchema, fields);
      return redirect("/", { headers: await deleteOwnAccount(context, session) });
    }
    default:
      throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
  }
}
