import { UNNAMED_DEVICE } from "~/features/accounts/unnamed-device";
import { useI18n } from "~/i18n/i18n-context";

/** What a session or a trusted browser runs on, in the user's language. */
export function useDeviceName(device: string): string {
  const { t } = useI18n();
  if (device === UNNAMED_DEVICE) return t("settings.session.unnamed");
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser === undefined || system === undefined
    ? device
    : t("settings.session.device", { browser, system });
}
