import { Form } from "react-router";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";

/** Off to the operator's identity provider, by way of the sign-in page's form: scripts follow a redirect that a form's policy would have to foresee. */
export function ProviderButton({ name, returnTo }: { name: string; returnTo: string }) {
  const { t } = useWords();
  return (
    <Form
      method="post"
      action={`/signin${returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo }).toString()}`}`}
    >
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
