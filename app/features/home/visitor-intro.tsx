import { href } from "react-router";
import { watchPath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

interface VisitorIntroProps {
  /** Whether an account needs no invitation. */
  canSignUp: boolean;
  /** The demo series, where it can be played. */
  demoId: number | null;
}

/** What the site is, for who has no account yet, and how to begin. "Sign in" is in the header. */
export function VisitorIntro({ canSignUp, demoId }: VisitorIntroProps) {
  const { t } = useI18n();
  return (
    <div className="page-column flex flex-wrap items-center gap-x-8 gap-y-3 border-b border-rule py-4">
      <p className="min-w-64 flex-1 max-md:text-sm">{t("home.visitor")}</p>
      <p className="button-row">
        {canSignUp ? (
          <ButtonLink to={href("/signup")} weight="primary">
            {t("home.visitor.signUp")}
          </ButtonLink>
        ) : null}
        {demoId === null ? null : (
          <ButtonLink to={watchPath(demoId, 1)}>{t("home.visitor.demo")}</ButtonLink>
        )}
      </p>
    </div>
  );
}
