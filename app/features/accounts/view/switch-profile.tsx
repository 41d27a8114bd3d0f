import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";

interface SwitchProfileProps {
  asksProfile: boolean;
  className: string;
}

/** Leads to the faces of the household, and locks a device that asks who is watching before. */
export function SwitchProfile({ asksProfile, className }: SwitchProfileProps) {
  const { t } = useI18n();
  if (asksProfile)
    return (
      <form method="post" action={href("/profiles")}>
        <button type="submit" name="intent" value="lock" className={className}>
          {t("profiles.switch")}
        </button>
      </form>
    );
  // A document gives the focus to a face.
  return (
    <Link to={href("/profiles")} reloadDocument className={className}>
      {t("profiles.switch")}
    </Link>
  );
}
