/** The options we set; the package has no types. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    deepLinking: boolean;
    docExpansion: "list" | "full" | "none";
    defaultModelsExpandDepth: number;
    filter: boolean;
    tryItOutEnabled: boolean;
    validatorUrl: null;
    onComplete: () => void;
  }): void;
}
