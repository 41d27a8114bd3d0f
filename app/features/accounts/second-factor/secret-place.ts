import type { SealedPlace } from "~/secrets/keyring.server";

export function secretPlace(userId: string): SealedPlace {
  return { table: "second_factors", column: "secret_sealed", row: [userId] };
}
