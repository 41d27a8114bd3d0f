import type { Adapter, AdapterPayload } from "oidc-provider";

/** oidc-provider's own adapter logs warnings. */
export function memoryAdapter(): (name: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (name) => {
    const key = (id: string) => `${name}:${id}`;
    const first = (matches: (payload: AdapterPayload) => boolean) =>
      Promise.resolve(
        [...stored].find(([id, payload]) => id.startsWith(`${name}:`) && matches(payload))?.[1],
      );
    return {
      upsert: (id, payload) => {
        stored.set(key(id), payload);
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(stored.get(key(id))),
      findByUid: (uid) => first((payload) => payload.uid === uid),
      findByUserCode: (code) => first((payload) => payload.userCode === code),
      consume: (id) => {
        const payload = stored.get(key(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
        return Promise.resolve();
      },
      destroy: (id) => {
        stored.delete(key(id));
        return Promise.resolve();
      },
      revokeByGrantId: (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
        return Promise.resolve();
      },
    };
  };
}
