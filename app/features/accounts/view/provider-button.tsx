import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";

/** Off to the operator's identity provider. A whole page load: the browser leaves the site. */
export function ProviderButton({ name, returnTo }: { name: string; returnTo: string }) {
  const { t } = useWords();
  return (
    <form method="post" action="/api/auth/oauth">
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button type="submit" className="w-full whitespace-normal">
        {t("signIn.continueWith", { provider: name })}
      </Button>
      <p aria-hidden className="my-6 flex items-center gap-4 text-xs text-ink-faint before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
        {t("signIn.or")}
      </p>
    </form>
  );
}
