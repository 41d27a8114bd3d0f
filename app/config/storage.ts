import type { z } from "zod";

export type StorageSettings =
  | { readonly kind: "disk" }
  | { readonly kind: "ipfs"; readonly apiUrl: URL; readonly gatewayUrl: URL }
  | {
      readonly kind: "s3";
      readonly endpoint: URL;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly publicUrl: URL;
    };

/** Each group is set completely or not at all. */
export interface StorageVariables {
  STORAGE: "disk" | "ipfs" | "s3";
  IPFS_API_URL?: URL | undefined;
  IPFS_GATEWAY_URL?: URL | undefined;
  S3_ENDPOINT?: URL | undefined;
  S3_BUCKET?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_PUBLIC_URL?: URL | undefined;
}

const GROUPS = {
  ipfs: ["IPFS_API_URL", "IPFS_GATEWAY_URL"],
  s3: ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "S3_PUBLIC_URL"],
} as const;

export function checkStorage(values: StorageVariables, context: z.RefinementCtx): void {
  for (const [kind, names] of Object.entries(GROUPS)) {
    const missing = names.filter((name) => values[name] === undefined);
    const isUsed = values.STORAGE === kind || missing.length < names.length;
    if (!isUsed) continue;
    for (const name of missing)
      context.addIssue({
        code: "custom",
        path: [name],
        message: `must be set too: STORAGE=${kind} needs ${names.join(", ")}`,
      });
  }
}

/** Expects values that `checkStorage` accepted. */
export function storageSettings(values: StorageVariables): StorageSettings {
  const {
    IPFS_API_URL,
    IPFS_GATEWAY_URL,
    S3_ENDPOINT,
    S3_BUCKET,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    S3_PUBLIC_URL,
  } = values;
  if (values.STORAGE === "ipfs" && IPFS_API_URL !== undefined && IPFS_GATEWAY_URL !== undefined) {
    return { kind: "ipfs", apiUrl: IPFS_API_URL, gatewayUrl: IPFS_GATEWAY_URL };
  }
  if (
    values.STORAGE === "s3" &&
    S3_ENDPOINT &&
    S3_BUCKET &&
    S3_ACCESS_KEY_ID &&
    S3_SECRET_ACCESS_KEY &&
    S3_PUBLIC_URL
  ) {
    return {
      kind: "s3",
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: values.S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      publicUrl: S3_PUBLIC_URL,
    };
  }
  return { kind: "disk" };
}
