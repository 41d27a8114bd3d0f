import { href } from "react-router";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import { operationsLayout } from "./operations-layout.client";
import "./docs.css";

export function showApi(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    SwaggerUI({
      domNode: element,
      url: href("/api/openapi.json"),
      plugins: [operationsLayout],
      layout: "OperationsLayout",
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: -1,
      filter: true,
      tryItOutEnabled: true,
      // The default sends the document to an external server.
      validatorUrl: null,
      onComplete: resolve,
    });
  });
}
