import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/use-hydrated";
import { isSubscribed, subscribe, unsubscribe } from "./push-subscription";

interface PushSwitchProps {
  /** The user's browsers that are subscribed: the SHA-256 of their endpoints in base64url. */
  browsers: readonly string[];
  /** The site's key for push services, in base64url. */
  publicKey: string;
}

type PushState = "unknown" | "on" | "off" | "failed" | "denied";

/** Turns notifications of this browser on and off, or says why it shows none. */
export function PushSwitch(props: PushSwitchProps) {
  const { t } = useI18n();
  const isHydrated = useHydrated();
  if (!isHydrated)
    return (
      <noscript>
        <p className="text-sm text-ink-soft">{t("push.needsScripts")}</p>
      </noscript>
    );
  const obstacle = pushObstacle();
  return obstacle === null ? (
    <Switch {...props} />
  ) : (
    <p className="text-sm text-ink-soft">{t(`push.obstacle.${obstacle}`)}</p>
  );
}

function Switch({ browsers, publicKey }: PushSwitchProps) {
  const { t } = useI18n();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<PushState>("unknown");
  useEffect(() => {
    void isSubscribed(browsers)
      .then((isOn) => setState(isOn ? "on" : "off"))
      .catch(() => setState("off"));
  }, [browsers]);
  const change = async (): Promise<void> => {
    if (state === "on") await unsubscribe();
    else if ((await Notification.requestPermission()) !== "granted") return setState("denied");
    else if (!(await subscribe(publicKey))) return setState("failed");
    await revalidate();
  };
  const isOn = state === "on";
  return (
    <>
      <Button
        aria-disabled={state === "unknown"}
        onClick={() => void change().catch(() => setState("failed"))}
      >
        {t(isOn ? "push.turnOff" : "push.turnOn")}
      </Button>
      <p role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
        {state === "failed" || state === "denied" ? t(`push.${state}`) : null}
      </p>
    </>
  );
}

type PushObstacle = "insecure" | "homeScreen" | "unsupported" | "denied";

/** Why this browser cannot show notifications; null if it can. */
function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return "insecure";
  if (!("PushManager" in window) || !("serviceWorker" in navigator))
    return /iPhone|iPad/.test(navigator.userAgent) ? "homeScreen" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}
