import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";

/** Shows the API's description in an element, to read and to try. Resolves when it is there. */
export function showApi(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    SwaggerUI({
      domNode: element,
      url: "/api/openapi.json",
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: -1,
      filter: true,
      tryItOutEnabled: true,
      // Its default sends the description to a server of others.
      validatorUrl: null,
      onComplete: resolve,
    });
  });
}
