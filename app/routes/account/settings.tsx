import { Download } from "lucide-react";
import { listSessions } from "~/features/accounts/sessions.server";
import { DeleteAccountForm } from "~/features/accounts/view/delete-account-form";
import { SessionList } from "~/features/accounts/view/session-list";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { PreferencesForm } from "~/features/profile/view/preferences-form";
import { scopeContext } from "~/http/context";
import { pageForm, withFormFailure } from "~/http/pages/form-failure.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { doSettings } from "~/http/pages/settings-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { typedText, unanswered } from "~/ui/forms/form-failure";
import { FormSuccess } from "~/ui/forms/form-field";
import { Section } from "~/ui/section";
import type { Route } from "./+types/settings";

const DONE = new Map([
  ["saved", "Your settings are saved."],
  ["ended", "Signed out there."],
]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const session = await requirePageSession(request, scope);
  const { email, preferences } = session.user;
  const { theme, titleLanguage } = readSitePreferences(preferences.site);
  const lines = await listSessions(scope.services.db, session.user.id);
  return {
    email,
    preferences: { enfasiscolor: preferences.enfasiscolor, parentalControl: preferences.parentalControl, trackSearchHistory: preferences.trackSearchHistory },
    site: { theme, titleLanguage },
    sessions: lines.map(({ key, device, address, lastUsedAt }) => ({ key, device, address, lastUsedAt: lastUsedAt.toISOString(), isCurrent: key === session.idHash })),
    done: DONE.get(new URL(request.url).searchParams.get("done") ?? "") ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const session = await requirePageSession(request, scope);
  const body = await pageForm(request, scope);
  return withFormFailure(body, scope, () => doSettings(body, scope, session));
}

/** The same form where scripts run: the page stays also when no answer comes. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return answerInPlace(serverAction, (words) => unanswered(words, typeof intent === "string" ? intent : undefined));
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { email, preferences, site, sessions, done } = loaderData;
  const failure = actionData?.failure;
  const failureOf = (intent: string) => (typedText(failure, "intent") === intent ? failure : undefined);
  return (
    <div className="page-column pt-8 md:pt-12">
      <div className="mx-auto max-w-2xl">
        <h1 className="text-2xl">Settings</h1>
        <p className="mt-2 text-sm text-ink-soft">Signed in as {email}</p>
        {done === null || failure !== undefined ? null : (
          <div className="mt-6">
            <FormSuccess>{done}</FormSuccess>
          </div>
        )}
        <Section title="Look and content">
          <PreferencesForm preferences={preferences} site={site} failure={failureOf("preferences")} />
        </Section>
        <Section title="Where you are signed in">
          <SessionList sessions={sessions} />
          <form method="post" action="/api/auth/signout" className="mt-4">
            <Button type="submit">Sign out here</Button>
          </form>
        </Section>
        <Section title="Your data">
          <p className="mb-4 text-sm text-ink-soft">Everything that is stored about you, as one JSON file.</p>
          <ButtonLink to="/api/user/export" reloadDocument download className="mb-6">
            <Download aria-hidden className="size-4" />
            Export my data
          </ButtonLink>
          <DeleteAccountForm failure={failureOf("delete")} />
        </Section>
      </div>
    </div>
  );
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Settings · Akari" }, { name: "robots", content: "noindex" }];
}
