import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { withQuery } from "~/ui/with-query";

export interface ProviderChoice {
  id: string;
  name: string;
}

interface ProviderButtonsProps {
  providers: readonly ProviderChoice[];
  /** The page whose action leads to the provider. */
  action: string;
  label: string;
}

/** A button for each provider, in the operator's order. */
export function ProviderButtons({ providers, action, label }: ProviderButtonsProps) {
  const { t } = useI18n();
  if (providers.length === 0) return null;
  return (
    <Form method="post" action={action} aria-label={label} className="space-y-3">
      <input type="hidden" name="intent" value="provider" />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          type="submit"
          name="provider"
          value={id}
          className="w-full wrap-anywhere whitespace-normal"
        >
          {t("signIn.continueWith", { provider: name })}
        </Button>
      ))}
    </Form>
  );
}

interface ProviderSignInProps {
  providers: readonly ProviderChoice[];
  returnTo: string;
  invitation?: string | null;
  /** Whether no form for a password follows. */
  isAlone: boolean;
}

/** Signs in or up with a provider. */
export function ProviderSignIn({
  providers,
  returnTo,
  invitation = null,
  isAlone,
}: ProviderSignInProps) {
  const { t } = useI18n();
  const query = new URLSearchParams({
    ...(returnTo === "/" ? {} : { returnTo }),
    ...(invitation === null ? {} : { invitation }),
  }).toString();
  if (providers.length === 0) return null;
  return (
    <>
      <ProviderButtons
        providers={providers}
        action={withQuery(href("/signin"), query)}
        label={t("signIn.providers")}
      />
      {isAlone ? null : (
        <p
          aria-hidden
          className="my-6 flex items-center gap-4 text-xs text-ink-faint before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule"
        >
          {t("signIn.or")}
        </p>
      )}
    </>
  );
}
