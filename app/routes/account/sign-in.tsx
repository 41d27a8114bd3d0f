import { Form, Link, redirect, useNavigation } from "react-router";
import { AppError } from "~/errors/app-error";
import { signInFormSchema } from "~/features/accounts/credentials";
import { signInWithPassword } from "~/features/accounts/sign-in-with-password.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PasswordField } from "~/features/accounts/view/password-field";
import { ProviderButton } from "~/features/accounts/view/provider-button";
import { clientOf } from "~/http/request/client-of";
import { scopeContext } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { pageForm, withFormFailure } from "~/http/pages/form-failure.server";
import { providerSignInMessage } from "~/http/session/provider-sign-in-failure";
import { parseInput } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { spendPoint } from "~/http/request/spend-point";
import { Button } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { returnToQuery } from "./return-to";
import type { Route } from "./+types/sign-in";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const parameters = new URL(request.url).searchParams;
  const returnTo = safeRedirectPath(parameters.get("returnTo"));
  if ((await currentSession(request, scope)) !== null) throw redirect(returnTo);
  return { returnTo, wasSentHere: returnTo !== "/", error: providerSignInMessage(parameters.get("error")), provider: scope.services.provider?.name ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const body = await pageForm(request, scope);
  return withFormFailure(body, scope, async () => {
    spendPoint("signin", scope);
    const credentials = parseInput(signInFormSchema, body.value);
    const opened = await signInWithPassword(scope.services, credentials, clientOf(request, scope));
    if (opened === null) throw new AppError("unauthenticated", "E-mail address or password is wrong.");
    return redirect(safeRedirectPath(new URL(request.url).searchParams.get("returnTo")), { headers: await replaceSession(request, scope, opened) });
  });
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => unanswered(words));
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, wasSentHere, error, provider } = loaderData;
  const failure = actionData?.failure;
  const busy = useNavigation().state === "submitting";
  return (
    <AccountFrame title="Sign in" glyph="再会" lead={wasSentHere ? "Sign in to go on to where you were." : "Your list, your place in every episode, your colours."}>
      <FormMessage>{failure === undefined ? error : failure.message}</FormMessage>
      {provider === null ? null : <ProviderButton name={provider} returnTo={returnTo} />}
      <Form method="post" className="space-y-5" aria-label="Sign in" noValidate>
        <TextField label="E-mail" type="email" name="email" autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} required failure={failure} />
        <PasswordField purpose="current" failure={failure} />
        <Button type="submit" weight="primary" className="w-full" aria-disabled={busy}>
          {busy ? "Signing in…" : "Sign in"}
        </Button>
      </Form>
      <p className="mt-8 text-sm text-ink-soft">
        New here?{" "}
        <Link to={`/signup${returnToQuery(returnTo)}`} className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </AccountFrame>
  );
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Sign in · Akari" }, { name: "robots", content: "noindex" }];
}
