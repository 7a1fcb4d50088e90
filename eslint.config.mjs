import js from "@eslint/js";

const browser = Object.fromEntries(
  (
    "Blob clearTimeout console CSS document fetch getComputedStyle HTMLElement localStorage matchMedia MessageChannel MutationObserver navigator performance Request requestAnimationFrame ResizeObserver Response self setTimeout URL WebAssembly window Worker"
  )
    .split(" ")
    .map((name) => [name, "readonly"]),
);

export default [
  js.configs.recommended,
  {
    files: ["widgets/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-shadow": "error",
      "no-var": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
