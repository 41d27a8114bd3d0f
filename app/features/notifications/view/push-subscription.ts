import { href } from "react-router";

/** Subscribes this browser. Returns whether the site knows of it. Throws what browsers throw. */
export async function subscribe(publicKey: string): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.register(href("/service-worker.js"));
  await navigator.serviceWorker.ready;
  // A subscription with other keys than the site has now is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return request("POST", subscription.toJSON());
}

/** Ends this browser's subscription. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription === null) return;
  await request("DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Whether the browser is subscribed as one of these, which are SHA-256 in base64url. */
export async function isSubscribed(keys: readonly string[]): Promise<boolean> {
  const subscription = await currentSubscription();
  if (subscription === null) return false;
  const text = new TextEncoder().encode(subscription.endpoint);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const key = btoa(String.fromCharCode(...hash));
  return keys.includes(key.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""));
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function request(method: "POST" | "DELETE", body: unknown): Promise<boolean> {
  const response = await fetch(href("/api/user/push"), {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.ok;
}
