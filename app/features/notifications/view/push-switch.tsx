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
  /** Whether this browser is subscribed; null until it has answered. */
  const [isOn, setOn] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void isSubscribed(browsers, publicKey)
      .catch(() => false)
      .then(setOn);
  }, [browsers, publicKey]);
  const change = async (): Promise<string | null> => {
    if (isOn === true) await unsubscribe();
    else if ((await Notification.requestPermission()) !== "granted") return t("push.denied");
    else {
      const refusal = await subscribe(publicKey);
      if (refusal !== null) return refusal;
    }
    await revalidate();
    return null;
  };
  const start = async () => {
    setBusy(true);
    setProblem(null);
    setProblem(await change().catch(() => t("push.failed")));
    setBusy(false);
  };
  const isWaiting = isOn === null || isBusy;
  return (
    <>
      <Button aria-disabled={isWaiting} onClick={() => void (isWaiting ? null : start())}>
        {t(isOn === true ? "push.turnOff" : "push.turnOn")}
      </Button>
      <p role="status" className="mt-2 max-w-prose text-sm text-ink-soft empty:hidden">
        {problem}
      </p>
    </>
  );
}

type PushObstacle = "insecure" | "homeScreen" | "unsupported" | "denied";

/** Why this browser cannot show notifications; null if it can. */
function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return "insecure";
  if (!("PushManager" in window) || !("serviceWorker" in navigator))
    return isAppleMobile() ? "homeScreen" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
