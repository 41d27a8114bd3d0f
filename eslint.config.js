import { readFileSync } from "node:fs";
import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { wholeSentences } from "./scripts/lib/whole-sentences.mjs";

const BARE_WORDS_ADVICE = "Words belong into app/i18n/messages: use t() of useI18n(), or <Trans>.";
const WORD = String.raw`/\p{L}\p{L}/u`;
const SPOKEN_ATTRIBUTES =
  "/^(aria-label|aria-roledescription|aria-valuetext|alt|title|label|placeholder|hint|legend|lead|none)$/";
/** Matches JSX text, also in conditions, and attributes that are shown or read out. */
const BARE_WORDS = [
  `JSXText[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > Literal[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${WORD}]`,
  `JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORD}]`,
  `JSXElement > JSXExpressionContainer > ConditionalExpression > TemplateLiteral > TemplateElement[value.raw=${WORD}]`,
  `JSXAttribute[name.name=${SPOKEN_ATTRIBUTES}] > Literal[value=${WORD}]`,
  `JSXAttribute[name.name=${SPOKEN_ATTRIBUTES}] > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${WORD}]`,
  `JSXAttribute[name.name=${SPOKEN_ATTRIBUTES}] > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORD}]`,
].map((selector) => ({ selector, message: BARE_WORDS_ADVICE }));

/** Folders that builds, tests and releases write, which are not in git. */
const generatedFolders = readFileSync(new URL(".gitignore", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.endsWith("/"));

export default tseslint.config(
  {
    ignores: [...generatedFolders, "node_modules/", "db/migrations/", "public/", "tests/fixtures/"],
  },
  js.configs.recommended,
  {
    // Prettier formats code but does not wrap comments.
    plugins: { "@stylistic": stylistic },
    rules: {
      "@stylistic/max-len": [
        "error",
        {
          code: 100,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
    },
  },
  {
    // Comments can be read alone.
    plugins: { akari: { rules: { "whole-sentences": wholeSentences } } },
    rules: { "akari/whole-sentences": "error" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      // React Router throws responses and `data()`.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: "error",
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "react-router",
              importNames: ["Link"],
              message: "Import it from ~/ui/link, whose server half renders in less time.",
            },
          ],
          patterns: [
            {
              group: ["../*"],
              message:
                "Import across folders by the alias: ~/… for app/, ~db/… for db/. Relative paths stay inside their own folder.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    // The rules compile every function as React's compiler does, which takes time.
    ignores: ["**/*.server.ts", "**/*.test.ts"],
    plugins: { "react-hooks": reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ["app/**/*.{ts,tsx}", "db/**/*.ts"],
    ignores: ["app/config/**", "**/*.test.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message:
            "Settings are read once, in app/config: take the part of the config that you need as an argument.",
        },
        { object: "URL", property: "canParse", message: "Use app/parsing/parse-url." },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    // These modules run in browsers, with the platform's fetch.
    ignores: [
      "app/outbound/**",
      "app/frame/**",
      "app/i18n/load-i18n.ts",
      "app/routes/**",
      "app/ui/**",
      "app/features/**/*.tsx",
      "app/features/**/{client,home,player,progress,suggest,view}/**/!(*.server).ts",
      "**/*.test.ts",
    ],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "The network is reached through app/outbound only." },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "cli/**/*.ts", "db/**/*.ts"],
    // Messages are as long as what they list.
    ignores: ["app/i18n/messages/**", "**/*.test.{ts,tsx}"],
    rules: { "max-lines": ["error", 450] },
  },
  {
    files: ["app/**/*.{ts,tsx}", "cli/**/*.ts", "db/**/*.ts"],
    // Tests are lists of cases. The other modules have functions that are still longer.
    ignores: [
      "**/*.test.{ts,tsx}",
      "app/features/playback/player/player.tsx",
      "app/features/playback/player/controls/{controls,settings-menu}.tsx",
      "app/features/playback/player/input/use-player-actions.ts",
      "app/features/playback/rooms/client/{room-connection,sync-player}.ts",
      "app/routes/catalog/home.tsx",
      "app/routes/watch/{episode,room}.tsx",
    ],
    rules: {
      "max-lines-per-function": [
        "error",
        { max: 120, skipBlankLines: true, skipComments: true, IIFEs: true },
      ],
    },
  },
  {
    files: ["app/routes/**/*.{ts,tsx}"],
    // A table of contents: what a page reads, changes and shows is in app/pages and features.
    rules: { "max-lines": ["error", 250] },
  },
  {
    files: ["app/**/*.tsx"],
    // The site's name.
    ignores: ["app/ui/wordmark.tsx"],
    rules: { "no-restricted-syntax": ["error", ...BARE_WORDS] },
  },
  {
    files: ["tests/**/*.{ts,tsx}", "bench/**/*.ts", "scripts/**/*.ts", "cli/**/*.ts"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        Buffer: "readonly",
        fetch: "readonly",
        AbortSignal: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
        performance: "readonly",
        navigator: "readonly",
        window: "readonly",
        document: "readonly",
        self: "readonly",
        caches: "readonly",
      },
    },
  },
);
