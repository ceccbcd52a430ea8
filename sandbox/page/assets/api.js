"use strict";
const withoutToken = (request) => request.update("headers", (all) => all && all.map((value, name) => (name.toLowerCase() === "authorization" ? "Basic …" : value)));
// The description names a sandbox on one's own machine: here, every request goes to this server.
// The command beside an answer, for a shell, does not show the token.
const here = ({ React }) => ({
  wrapComponents: {
    curl: (Original) => (props) => React.createElement(Original, { ...props, request: withoutToken(props.request) }),
  },
  statePlugins: { spec: { wrapActions: { updateJsonSpec: (original) => (spec) => original({ ...spec, servers: [{ url: location.origin }] }) } } },
});
if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.classList.add("dark-mode");
window.ui = SwaggerUIBundle({
  url: "/openapi.yaml", dom_id: "#api", deepLinking: true, tryItOutEnabled: true, defaultModelsExpandDepth: 0,
  validatorUrl: null, persistAuthorization: false, plugins: [here], supportedSubmitMethods: ["get", "post", "patch"],
});
