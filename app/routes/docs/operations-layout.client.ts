import type { SwaggerPlugin } from "swagger-ui-dist/swagger-ui-es-bundle.js";

/**
 * Swagger UI's own layout has a second `main`, and its operations have links within buttons. A
 * click on the button sets the fragment as well.
 */
export const operationsLayout: SwaggerPlugin = ({ React: { createElement, Fragment } }) => ({
  components: {
    DeepLink: ({ text }) => createElement("span", null, text),
    OperationsLayout: ({ getComponent, specSelectors }) =>
      createElement(
        "div",
        { className: "swagger-ui" },
        createElement(getComponent("SvgAssets")),
        createElement(getComponent("errors", true)),
        specSelectors.loadingStatus() === "success"
          ? createElement(
              Fragment,
              null,
              createElement(getComponent("InfoContainer", true)),
              createElement(
                "div",
                { className: "scheme-container" },
                createElement(
                  "div",
                  { className: "schemes" },
                  createElement(getComponent("AuthorizeBtnContainer", true)),
                ),
              ),
              createElement(getComponent("FilterContainer", true)),
              createElement(getComponent("operations", true)),
            )
          : null,
      ),
  },
});
