import type { ChannelTarget } from "~/providers/channels/channel-target";
import type { Keyring, SealedPlace } from "~/secrets/keyring.server";

export function sealTarget(keyring: Keyring, channelId: string, target: ChannelTarget): string {
  return keyring.seal(JSON.stringify(target), placeOf(channelId));
}

/** Throws `SecretError` if the key is missing. */
export function openTarget(keyring: Keyring, channelId: string, sealed: string): ChannelTarget {
  // The seal vouches that this is what `sealTarget` was given.
  return JSON.parse(keyring.open(sealed, placeOf(channelId))) as ChannelTarget;
}

function placeOf(channelId: string): SealedPlace {
  return { table: "channels", column: "target_sealed", row: [channelId] };
}
