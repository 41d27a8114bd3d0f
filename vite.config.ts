import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  // The style sheet uses light-dark() and OKLCH as they are: what it would take to spell them out for older browsers is larger than itself.
  build: { target: "es2022", cssTarget: ["chrome123", "edge123", "firefox121", "safari17.5"], sourcemap: false },
  environments: {
    ssr: { build: { target: "node20", rollupOptions: { input: "./app/server.ts" } } },
  },
});
