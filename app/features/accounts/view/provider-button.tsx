import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { withQuery } from "~/ui/with-query";

export function ProviderButton({
  name,
  returnTo,
  invitation = null,
}: {
  name: string;
  returnTo: string;
  invitation?: string | null;
}) {
  const { t } = useI18n();
  const query = new URLSearchParams({
    ...(returnTo === "/" ? {} : { returnTo }),
    ...(invitation === null ? {} : { invitation }),
  }).toString();
  return (
    <Form method="post" action={withQuery(href("/signin"), query)}>
      <input type="hidden" name="intent" value="provider" />
      <Button type="submit" className="w-full whitespace-normal">
        {t("signIn.continueWith", { provider: name })}
      </Button>
      <p
        aria-hidden
        className="my-6 flex items-center gap-4 text-xs text-ink-faint before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule"
      >
        {t("signIn.or")}
      </p>
    </Form>
  );
}
