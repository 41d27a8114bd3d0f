import type { Config } from "@react-router/dev/config";

export default { buildDirectory: "../../../.data/bench/plain" } satisfies Config;
