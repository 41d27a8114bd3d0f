import type { HideChoice } from "~/features/listing/hidden/hide-choices";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { icon } from "~/ui/icons";

export interface HideToggle {
  hides: boolean;
  /** What the URL names to switch. */
  other: readonly HideChoice[];
}

/** Leaves out what the user knows, or shows it again, on this page. */
export function HideSwitch({ toggle, path }: { toggle: HideToggle; path: string }) {
  const { t } = useI18n();
  return (
    <ButtonLink weight="bare" to={`${path}?hide=${toggle.other.join(",")}`} preventScrollReset>
      {icon(toggle.hides ? "eye" : "eyeOff")}
      {t(toggle.hides ? "hide.show" : "hide.hide")}
    </ButtonLink>
  );
}
