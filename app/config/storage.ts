import type { z } from "zod";

export type StorageSettings =
  | { readonly kind: "disk" }
  | { readonly kind: "ipfs"; readonly apiUrl: URL; readonly gatewayUrl: URL }
  | ({ readonly kind: "s3"; readonly publicUrl: URL } & S3Bucket);

export interface S3Bucket {
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

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
  S3_BACKUP_BUCKET?: string | undefined;
}

const GROUPS = {
  ipfs: ["IPFS_API_URL", "IPFS_GATEWAY_URL"],
  s3: ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "S3_PUBLIC_URL"],
} as const;
/** What the bucket for backups shares with the one for uploads. */
const S3_ACCESS = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

export function checkStorage(values: StorageVariables, context: z.RefinementCtx): void {
  const hasBackups = values.S3_BACKUP_BUCKET !== undefined;
  for (const [kind, names] of Object.entries(GROUPS)) {
    const own = names.filter((name) => !hasBackups || !S3_ACCESS.some((shared) => shared === name));
    const isUsed = values.STORAGE === kind || own.some((name) => values[name] !== undefined);
    if (isUsed) requireAll(names, `STORAGE=${kind}`, values, context);
    else if (kind === "s3" && hasBackups)
      requireAll(S3_ACCESS, "S3_BACKUP_BUCKET", values, context);
  }
  if (hasBackups && values.S3_BACKUP_BUCKET === values.S3_BUCKET)
    context.addIssue({
      code: "custom",
      path: ["S3_BACKUP_BUCKET"],
      message: "must be another bucket than S3_BUCKET, whose files everyone can read",
    });
}

function requireAll(
  names: readonly (keyof StorageVariables)[],
  what: string,
  values: StorageVariables,
  context: z.RefinementCtx,
): void {
  for (const name of names.filter((one) => values[one] === undefined))
    context.addIssue({
      code: "custom",
      path: [name],
      message: `must be set too: ${what} needs ${names.join(", ")}`,
    });
}

/** A private bucket for copies of backups; null unless one is set. */
export function backupBucket(values: StorageVariables): S3Bucket | null {
  return bucketNamed(values.S3_BACKUP_BUCKET, values);
}

function bucketNamed(name: string | undefined, values: StorageVariables): S3Bucket | null {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  return name && S3_ENDPOINT && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
    ? {
        endpoint: S3_ENDPOINT,
        bucket: name,
        region: values.S3_REGION,
        accessKeyId: S3_ACCESS_KEY_ID,
        secretAccessKey: S3_SECRET_ACCESS_KEY,
      }
    : null;
}

/** Expects values that `checkStorage` accepted. */
export function storageSettings(values: StorageVariables): StorageSettings {
  const { IPFS_API_URL, IPFS_GATEWAY_URL, S3_PUBLIC_URL } = values;
  if (values.STORAGE === "ipfs" && IPFS_API_URL !== undefined && IPFS_GATEWAY_URL !== undefined)
    return { kind: "ipfs", apiUrl: IPFS_API_URL, gatewayUrl: IPFS_GATEWAY_URL };
  const bucket = bucketNamed(values.S3_BUCKET, values);
  return values.STORAGE === "s3" && bucket !== null && S3_PUBLIC_URL
    ? { kind: "s3", ...bucket, publicUrl: S3_PUBLIC_URL }
    : { kind: "disk" };
}
