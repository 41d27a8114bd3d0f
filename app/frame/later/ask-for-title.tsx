import { Form, href } from "react-router";
import type { WithheldTitle } from "~/frame/page-error-data";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** What a child sees of a title that its age limit withholds, which it can ask a parent for. */
export function AskForTitle({ animeId, state }: WithheldTitle) {
  const { t } = useI18n();
  const title = t("withheld.heading");
  return (
    <div className="page-column">
      <title>{t("site.pageTitle", { title })}</title>
      <meta name="robots" content="noindex" />
      <Notice level={1} glyph="秘密" title={title}>
        <p>{t(`withheld.${state ?? "closed"}`)}</p>
        {state === null ? null : (
          <Form method="post" action={href("/profiles/ask")}>
            <input type="hidden" name="animeId" value={animeId} />
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
          <ButtonLink to="/">{t("site.home")}</ButtonLink>
          <ButtonLink to={href("/browse")}>{t("failure.browse")}</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
