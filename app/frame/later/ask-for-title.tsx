import { Form, href, useLocation } from "react-router";
import type { WithheldTitle } from "~/frame/page-error-data";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { signInPath } from "~/ui/sign-in-path";

/**
 * What a child sees of a title that its age limit withholds, which it can ask a parent for, or a
 * visitor, who can sign in.
 */
export function AskForTitle(withheld: WithheldTitle) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const { state } = withheld;
  const title = t(state === "visitor" ? "failure.403" : "withheld.heading");
  return (
    <div className="page-column">
      <title>{t("site.pageTitle", { title })}</title>
      <meta name="robots" content="noindex" />
      <Notice level={1} glyph="秘密" title={title}>
        <p>{t(`withheld.${state ?? "closed"}`)}</p>
        {withheld.state === "visitor" || withheld.state === null ? null : (
          <Form method="post" action={href("/profiles/ask")}>
            <input type="hidden" name="animeId" value={withheld.animeId} />
            <Button
              type="submit"
              name="intent"
              value={state === "open" ? "ask" : "withdraw"}
              weight={state === "open" ? "primary" : "quiet"}
            >
              {t(state === "open" ? "withheld.ask" : "wish.withdraw")}
            </Button>
          </Form>
        )}
        <p className="flex flex-wrap gap-2">
          {state === "visitor" ? (
            <ButtonLink to={signInPath(pathname + search)} weight="primary">
              {t("site.signIn")}
            </ButtonLink>
          ) : null}
          <ButtonLink to="/">{t("site.home")}</ButtonLink>
          <ButtonLink to={href("/browse")}>{t("failure.browse")}</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
