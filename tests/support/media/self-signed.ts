import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../programs";

/** Undefined where it is not installed. */
export const OPENSSL = findProgram("openssl");

/** A certificate that no authority has signed, with its key, as PEM. */
export function createSelfSignedCertificate(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "akari-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-keyout", key, "-out", cert, "-subj", `/CN=${name}`, "-days", "2"],
      ],
      { stdio: "ignore" },
    );
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
