import { redirect } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { disconnect } from "~/features/accounts/connections.server";
import {
  revokeOtherSessions,
  revokeSession,
  sessionKeySchema,
  type ReadSession,
} from "~/features/accounts/sessions.server";
import { preferencesInputSchema } from "~/features/profile/preferences-input";
import { savePreferences, saveSitePreferences } from "~/features/profile/preferences.server";
import { PLAYER_SPEEDS, SUBTITLES_OFF } from "~/features/profile/view/player-input";
import { sitePreferencesInputSchema } from "~/features/profile/site-preferences";
import type { RequestScope } from "~/http/context";
import { endAccount } from "~/http/session/end-account.server";
import { typedValue } from "~/http/pages/form-values";
import { parseInput, type Body } from "~/http/request/read-body.server";

const connectionSchema = z.object({ issuer: z.string().min(1).max(2_048) });
const visibilitySchema = z.object({ publicProfile: z.boolean() });
const playerSchema = z
  .object({
    speed: z.coerce
      .number()
      .refine(
        (speed) => PLAYER_SPEEDS.some((known) => known === speed),
        "Choose one of the speeds.",
      ),
    autoplayNext: z.boolean(),
    subtitles: z.string(),
  })
  // Left empty the choice stays with the stream.
  .transform(({ subtitles, ...rest }) => ({
    player: {
      ...rest,
      ...(subtitles === "" ? {} : { subtitles: subtitles === SUBTITLES_OFF ? null : subtitles }),
    },
  }));
const deleteSchema = z.object({
  password: z.string("Enter your password.").max(200, "The password is too long."),
  confirm: z.literal("yes", "Tick this to say that you mean it."),
});

/** Does what one of the forms of the settings page asks for, named by its `intent`, and leads on. Throws the `AppError` of what was refused. */
export async function doSettings(
  body: Body,
  scope: RequestScope,
  session: ReadSession,
): Promise<Response> {
  const { db, sessionCookie } = scope.services;
  const { id } = session.user;
  const fields = typedValue(body, {
    booleans: ["parentalControl", "trackSearchHistory", "publicProfile", "autoplayNext"],
  });
  switch (parseInput(z.object({ intent: z.string() }), fields).intent) {
    case "preferences": {
      const preferences = parseInput(preferencesInputSchema, fields);
      const site = parseInput(sitePreferencesInputSchema, fields);
      await savePreferences(db, id, preferences);
      await saveSitePreferences(db, id, site);
      return redirect("/settings?done=saved");
    }
    case "visibility":
      await saveSitePreferences(db, id, parseInput(visibilitySchema, fields));
      return redirect("/settings?done=saved");
    case "player":
      await saveSitePreferences(
        db,
        id,
        parseInput(sitePreferencesInputSchema, parseInput(playerSchema, fields)),
      );
      return redirect("/settings?done=saved");
    case "disconnect":
      await disconnect(db, id, parseInput(connectionSchema, fields).issuer);
      return redirect("/settings?done=disconnected");
    case "revoke": {
      const { key } = parseInput(sessionKeySchema, fields);
      await revokeSession(db, id, key);
      if (key !== session.idHash) return redirect("/settings?done=ended");
      return redirect("/", { headers: { "set-cookie": await sessionCookie.clear(scope.secure) } });
    }
    case "revoke-others":
      await revokeOtherSessions(db, id, session.idHash);
      return redirect("/settings?done=ended");
    case "delete": {
      const { password } = parseInput(deleteSchema, fields);
      // Left empty it means a person without a password, who proves themselves by a fresh sign-in.
      return redirect("/", {
        headers: await endAccount(scope, session, password === "" ? undefined : password),
      });
    }
    default:
      throw new Invalid([{ path: "", message: "This form is not one of the settings." }]);
  }
}
