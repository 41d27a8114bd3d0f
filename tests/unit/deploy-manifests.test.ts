import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { loadConfig } from "~/config/config.server";
import { createMetrics } from "~/observability/metrics.server";

const KUBERNETES = "deploy/kubernetes";
/** A file that holds no object of the cluster. */
const ADAPTER = "prometheus-adapter.yaml";
const COMPOSE = "compose.yaml";
/** Variables of the compose file that are no settings, and samples of settings. */
const SAMPLES: Record<string, string> = {
  POSTGRES_PASSWORD: "postgres-password",
  DOMAIN: "origin.example.org",
  SESSION_SECRET: "a secret of thirty-two characters",
  PUBLIC_URL: "https://anime.example.org",
  TRUSTED_PROXIES: "172.31.250.2,192.0.2.0/24",
};
/** Seconds. The shutdown stays under it. */
const SHUTDOWN = 10;

const settings = [
  ...readFileSync("app/config/config.server.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
].map(([, name]) => name ?? "");
const dockerfile = readFileSync("Dockerfile", "utf8");
const image = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

function get(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found: unknown = value;
  for (const key of path)
    found =
      typeof found === "object" && found !== null
        ? (found as Record<string | number, unknown>)[key]
        : undefined;
  return found;
}
function list(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = get(value, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}
function record(value: unknown, ...path: readonly (string | number)[]): Record<string, unknown> {
  const found = get(value, ...path);
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? (found as Record<string, unknown>)
    : {};
}
const text = (value: unknown, ...path: readonly (string | number)[]): string =>
  String(get(value, ...path));

function parse(file: string): unknown[] {
  const documents = parseAllDocuments(readFileSync(file, "utf8"));
  if (!Array.isArray(documents)) throw new Error(`${file} is empty`);
  for (const { errors, warnings } of documents)
    expect([file, ...errors, ...warnings]).toEqual([file]);
  return documents.map((document) => document.toJS() as unknown);
}

describe("the compose file", () => {
  const whole = parse(COMPOSE)[0];
  const defined = record(whole, "services");
  const resolve = (value: string): string =>
    value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind, fallback: string) => {
      const sample = kind === "-" ? (fallback ?? "") : SAMPLES[name];
      if (sample === undefined) throw new Error(`${name} is neither a setting nor a sample`);
      return sample;
    });

  it("refers to services, volumes and files that exist", () => {
    for (const service of Object.values(defined)) {
      for (const [needed, { condition }] of Object.entries(
        record(service, "depends_on") as Record<string, { condition: string }>,
      )) {
        expect(Object.keys(defined)).toContain(needed);
        const isChecked =
          get(defined[needed], "healthcheck") !== undefined ||
          (get(defined[needed], "build") !== undefined && image.includes("HEALTHCHECK"));
        if (condition === "service_healthy") expect([needed, isChecked]).toEqual([needed, true]);
      }
      for (const volume of list(service, "volumes").map(String)) {
        const [source = "", target] = volume.split(":");
        if (source.startsWith("./")) expect([source, existsSync(source)]).toEqual([source, true]);
        else if (target !== undefined)
          expect(Object.keys(record(whole, "volumes"))).toContain(source);
      }
      if (get(service, "build") === undefined)
        expect(text(service, "image")).toMatch(/^[\w./-]+:[\w.-]+$/);
    }
  });

  it("sets what the site knows and accepts", () => {
    const sites = Object.values(defined).filter((service) => get(service, "build") !== undefined);
    expect(sites.length).toBeGreaterThan(0);
    for (const service of sites) {
      const environment = record(service, "environment");
      expect(settings).toEqual(expect.arrayContaining(Object.keys(environment)));
      const values = Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [variable, resolve(String(value))]),
      );
      const config = loadConfig({ ...values, NODE_ENV: "production" });
      expect(config.server.port).toBe(3000);
      expect(config.dataDir).toBe("/data");
      expect(parseInt(text(service, "stop_grace_period"))).toBeGreaterThan(SHUTDOWN);
    }
  });
});

describe("the manifests for Kubernetes", () => {
  interface Manifest {
    file: string;
    kind: string;
    name: string;
    value: unknown;
  }
  const manifests: Manifest[] = readdirSync(KUBERNETES)
    .filter((file) => file !== ADAPTER)
    .flatMap((file) =>
      parse(join(KUBERNETES, file)).map((value) => ({
        file,
        kind: text(value, "kind"),
        name: text(value, "metadata", "name"),
        value,
      })),
    );
  const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const find = (kind: string, name: unknown): unknown =>
    all(kind).find((manifest) => manifest.name === name)?.value;
  const pods = all("Deployment").map(({ name, value }) => ({
    name,
    value,
    labels: record(value, "spec", "template", "metadata", "labels"),
    spec: record(value, "spec", "template", "spec"),
    containers: list(value, "spec", "template", "spec", "containers"),
  }));
  const site = pods.find(({ name }) => name === "akari");
  const [container] = site?.containers ?? [];
  const podsOf = (selector: Record<string, unknown>) =>
    pods.filter(({ labels }) =>
      Object.entries(selector).every(([key, value]) => labels[key] === value),
    );

  it("are objects with a version, a kind and a name, once each", () => {
    expect(manifests.length).toBeGreaterThan(12);
    for (const { file, kind, name, value } of manifests) {
      expect([file, text(value, "apiVersion")]).toEqual([file, expect.stringMatching(/v\d/)]);
      if (kind !== "Kustomization") expect(name).toMatch(/^[a-z0-9-]+$/);
    }
    const kustomization = all("Kustomization")[0]?.value;
    const applied = list(kustomization, "resources").map(String);
    expect(readdirSync(KUBERNETES)).toEqual(expect.arrayContaining(applied));
    const names = manifests
      .filter(({ file }) => applied.includes(file))
      .map(({ kind, name }) => `${kind} ${name}`);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain("HorizontalPodAutoscaler akari");
    expect(list(kustomization, "images").map((one) => text(one, "name"))).toContain(
      text(container, "image"),
    );
  });

  it("refer to objects that exist", () => {
    for (const { value, labels, spec, containers } of pods) {
      expect(record(value, "spec", "selector", "matchLabels")).toEqual(labels);
      const volumes = list(spec, "volumes");
      const sources = volumes.flatMap((volume) => list(volume, "projected", "sources"));
      for (const source of sources) {
        const [kind] = Object.keys(record(source));
        const type = kind === "configMap" ? "ConfigMap" : "Secret";
        expect(find(type, text(source, kind ?? "", "name"))).toBeDefined();
      }
      for (const one of containers) {
        for (const from of list(one, "envFrom")) {
          const isMap = get(from, "configMapRef") !== undefined;
          const name = get(from, isMap ? "configMapRef" : "secretRef", "name");
          expect(find(isMap ? "ConfigMap" : "Secret", name)).toBeDefined();
        }
        for (const mount of list(one, "volumeMounts"))
          expect(volumes.map((volume) => text(volume, "name"))).toContain(text(mount, "name"));
      }
    }
    const inCluster = all("Service").filter(({ value }) => get(value, "spec", "selector"));
    expect(inCluster.length).toBe(pods.length);
    for (const { value } of inCluster) {
      const [pod, ...others] = podsOf(record(value, "spec", "selector"));
      expect(others).toEqual([]);
      const ports = pod?.containers.flatMap((one) => list(one, "ports")) ?? [];
      for (const port of list(value, "spec", "ports"))
        expect(ports.map((one) => text(one, "name"))).toContain(text(port, "targetPort"));
    }
    const paths = all("Ingress").flatMap(({ value }) =>
      list(value, "spec", "rules").flatMap((rule) => list(rule, "http", "paths")),
    );
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const backend = find("Service", get(path, "backend", "service", "name"));
      expect(list(backend, "spec", "ports").map((port) => text(port, "name"))).toContain(
        text(path, "backend", "service", "port", "name"),
      );
    }
    for (const { value } of all("PodDisruptionBudget"))
      expect(podsOf(record(value, "spec", "selector", "matchLabels"))).toHaveLength(1);
    for (const { value } of all("HorizontalPodAutoscaler"))
      expect(find("Deployment", get(value, "spec", "scaleTargetRef", "name"))).toBeDefined();
  });

  it("set what the site knows and accepts, with hosts that exist", () => {
    const values: Record<string, string> = {
      ...(record(find("ConfigMap", "akari-settings"), "data") as Record<string, string>),
      ...(record(find("Secret", "akari-secrets"), "stringData") as Record<string, string>),
    };
    expect(settings).toEqual(expect.arrayContaining(Object.keys(values)));
    // Kubernetes takes strings only.
    expect(new Set(Object.values(values).map((value) => typeof value))).toEqual(
      new Set(["string"]),
    );
    expect(() => loadConfig({ ...values, NODE_ENV: "production" })).not.toThrow();
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "LIMITS_URL"]) {
      const { hostname, port } = new URL(values[name] ?? "");
      const service = find("Service", hostname);
      expect([name, service]).not.toEqual([name, undefined]);
      if (get(service, "spec", "type") !== "ExternalName")
        expect(list(service, "spec", "ports").map((one) => text(one, "port"))).toContain(port);
    }
    expect(text(find("ConfigMap", "pgbouncer"), "data", "pgbouncer.ini")).toBe(
      readFileSync("deploy/pgbouncer.ini", "utf8"),
    );
  });

  it("probe the paths that exist, and wait for the shutdown", () => {
    const probe = (name: string) => record(container, name, "httpGet");
    expect(probe("startupProbe")).toEqual({ path: "/healthz", port: "http" });
    expect(probe("livenessProbe")).toEqual({ path: "/healthz", port: "http" });
    expect(probe("readinessProbe")).toEqual({ path: "/readyz", port: "http" });
    expect(list(container, "ports")).toEqual([{ name: "http", containerPort: 3000 }]);
    expect(image).toContain("PORT=3000");
    expect(image).toContain("EXPOSE 3000");
    const [command, seconds] = list(container, "lifecycle", "preStop", "exec", "command");
    expect(command).toBe("sleep");
    expect(Number(get(site?.spec, "terminationGracePeriodSeconds"))).toBeGreaterThan(
      Number(seconds) + SHUTDOWN,
    );
  });

  it("run every container without root, on a file system that is read-only, with requests", () => {
    for (const { spec, containers } of pods) {
      expect(get(spec, "securityContext", "runAsNonRoot")).toBe(true);
      expect(Number(get(spec, "securityContext", "runAsUser"))).toBeGreaterThan(0);
      for (const one of containers) {
        expect(record(one, "securityContext")).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(Object.keys(record(one, "resources", "requests"))).toEqual(
          expect.arrayContaining(["cpu", "memory"]),
        );
      }
    }
    const mounts = list(container, "volumeMounts").map((mount) => text(mount, "mountPath"));
    expect(mounts).toEqual(["/data", "/tmp"]);
    expect(image).toContain("DATA_DIR=/data");
  });

  it("scale by metrics that the site exports", async () => {
    const adapter = parse(join(KUBERNETES, ADAPTER))[0];
    const rules = list(adapter, "rules", "custom").map((rule) => ({
      as: text(rule, "name", "as"),
      series: text(rule, "seriesQuery").split("{")[0] ?? "",
    }));
    const exported = await createMetrics({}, () => Promise.resolve([])).render();
    for (const { series } of rules) expect(exported).toContain(`# TYPE ${series} `);
    const wanted = all("HorizontalPodAutoscaler").flatMap(({ value }) =>
      list(value, "spec", "metrics").flatMap(
        (metric) => get(metric, "pods", "metric", "name") ?? [],
      ),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(rules.map(({ as }) => as).sort()).toEqual(wanted.map(String).sort());
    for (const { value } of all("HorizontalPodAutoscaler"))
      expect(
        list(value, "spec", "metrics").map((metric) => get(metric, "resource", "name")),
      ).toContain("cpu");
    const [endpoint] = list(all("PodMonitor")[0]?.value, "spec", "podMetricsEndpoints");
    const { name, key } = record(endpoint, "authorization", "credentials");
    expect(Object.keys(record(find("Secret", name), "stringData"))).toContain(key);
    expect(text(endpoint, "path")).toBe("/metrics");
  });
});

describe("the page of deploy", () => {
  const page = readFileSync("deploy/README.md", "utf8");

  it("names every file, and every file it names exists", () => {
    const files = readdirSync("deploy", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "README.md")
      .map((entry) => join(entry.parentPath, entry.name).slice("deploy/".length));
    for (const file of files) expect(page).toContain(`\`${file}\``);
    for (const [, link = ""] of page.matchAll(/\]\(([^)#]+)\)/g))
      if (!link.startsWith("http"))
        expect([link, existsSync(join("deploy", link))]).toEqual([link, true]);
  });
});
