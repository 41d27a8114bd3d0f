import { useCallback, useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import type * as ceremonies from "./passkey-ceremony";

type AskedPasskey = ceremonies.AskedPasskey;

/** Challenges expire after five minutes. */
const RENEWAL_MS = 4 * 60_000;

/** Whether the browser has passkeys, and shows the site at the origin that they are for. */
export function usePasskeySupport(origin: string | null): boolean {
  const hydrated = useHydrated();
  return hydrated && location.origin === origin && "PublicKeyCredential" in window;
}

export interface PasskeyCeremony {
  isBusy: boolean;
  /** Why there is no passkey to send; null before and after. */
  problem: Exclude<AskedPasskey["kind"], "made"> | null;
  start: () => void;
}

/** Runs a ceremony, whose passkey is submitted to the page's action as the form `intent`. */
export function usePasskeyCeremony(
  intent: string,
  ask: (module: typeof ceremonies) => Promise<AskedPasskey>,
): PasskeyCeremony {
  const sendPasskey = useSendPasskey(intent);
  const isSending = useNavigation().state !== "idle";
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<PasskeyCeremony["problem"]>(null);
  const run = async () => {
    setAsking(true);
    setProblem(null);
    const asked = await import("./passkey-ceremony")
      .then(ask)
      .catch(() => ({ kind: "failed" }) as const);
    setAsking(false);
    if (asked.kind === "made") sendPasskey(asked.credential);
    else setProblem(asked.kind);
  };
  const isBusy = isAsking || isSending;
  return {
    isBusy,
    problem,
    start() {
      if (!isBusy) void run();
    },
  };
}

/** Lets the browser fill in passkeys where it fills in names, while `isOn`. */
export function usePasskeyAutofill(isOn: boolean): void {
  const sendPasskey = useSendPasskey("passkey");
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const timer = setTimeout(() => setRound((last) => last + 1), RENEWAL_MS);
    void import("./passkey-ceremony")
      .then(({ fillPasskey }) => fillPasskey(controller.signal))
      .then(
        (asked) => {
          if (asked.kind === "made" && !controller.signal.aborted) sendPasskey(asked.credential);
        },
        // The form works without it.
        () => undefined,
      );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isOn, round, sendPasskey]);
}

function useSendPasskey(intent: string): (credential: string) => void {
  const submit = useSubmit();
  return useCallback(
    (credential: string) => void submit({ intent, credential }, { method: "post" }),
    [submit, intent],
  );
}
