"""What is deployed is well-formed, and names only what exists: settings, metrics, images, files."""

import json
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ordojudge.ports import Lane, LaneStats, QueueStats
from ordojudge.settings import PREFIX, described_settings
from ordojudge_api.metrics import Metrics
from tests.conftest import ROOT, absent

yaml = pytest.importorskip("yaml")

DEPLOY = ROOT / "deploy"
BASE = DEPLOY / "kubernetes/base"
VERSION = "1.33"
"""Of Kubernetes, whose schemas the manifests keep."""

SETTINGS = {variable for variable, _, _ in described_settings()}
FILES = sorted(path for path in DEPLOY.rglob("*.y*ml"))


def documents(path: Path) -> list[dict[str, Any]]:
    return [document for document in yaml.safe_load_all(path.read_text("utf-8")) if document]


def resources() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(DEPLOY.glob("kubernetes/**/*.yaml")):
        if path.name == "kustomization.yaml":
            continue
        for document in documents(path):
            yield f"{path.name}: {document['kind']} {document['metadata']['name']}", document


RESOURCES = dict(resources())
PODS = {
    name: document["spec"]["template"]["spec"]
    for name, document in RESOURCES.items()
    if "template" in document.get("spec", {})
}


def metric_names() -> set[str]:
    """Every name under which Prometheus knows a sample of ours."""
    stats = QueueStats(
        {lane: LaneStats(queued=0, running=0, oldest_s=0.0) for lane in Lane},
        slots=1,
        jobs_per_s=0.0,
        retries={"lost": 1},
    )
    names = set()
    for line in Metrics().page(stats).decode().splitlines():
        if match := re.match(r"# TYPE (\w+) (\w+)", line):
            name, kind = match.groups()
            endings = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
            names |= {name + ending for ending in endings}
    return names


# --------------------------------------------------------------------------- kubernetes


@pytest.mark.parametrize("name", [name for name in RESOURCES if "ScaledObject" not in name])
def test_a_manifest_keeps_the_schema_of_kubernetes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own imports
        validate = pytest.importorskip("kubernetes_validate").validate
    validate(RESOURCES[name], VERSION, strict=True)


@pytest.mark.parametrize("folder", ["base", "overlays/gvisor", "overlays/keda"])
def test_a_kustomization_can_be_rendered(folder: str) -> None:
    if shutil.which("kubectl") is None:
        absent("kubectl", "kubectl", "not installed")
    rendered = subprocess.run(
        ["kubectl", "kustomize", str(DEPLOY / "kubernetes" / folder)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    made = list(yaml.safe_load_all(rendered))
    [worker] = [
        document["spec"]["template"]["spec"]
        for document in made
        if (document["kind"], document["metadata"]["name"]) == ("Deployment", "worker")
    ]
    assert (worker.get("runtimeClassName") == "gvisor") is ("gvisor" in folder)
    assert ("hostUsers" in worker) is ("gvisor" not in folder)
    assert any(document["kind"] == "ScaledObject" for document in made) is ("keda" in folder)
    assert {document["metadata"].get("namespace", "ordojudge") for document in made} == {
        "ordojudge"
    }


def test_a_kustomization_names_every_file_beside_it() -> None:
    for path in DEPLOY.glob("kubernetes/**/kustomization.yaml"):
        [document] = documents(path)
        named = {name for name in document["resources"] if not name.startswith("..")}
        there = {file.name for file in path.parent.glob("*.yaml")}
        assert there - named <= {"kustomization.yaml", "secret.example.yaml"}, path
        assert named <= there, path


@pytest.mark.parametrize("name", PODS)
def test_no_pod_is_privileged(name: str) -> None:
    pod = PODS[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert not {"hostNetwork", "hostPID", "hostIPC"} & set(pod)
    assert not any("hostPath" in volume for volume in pod.get("volumes", ()))
    for container in pod["containers"]:
        context = container["securityContext"]
        assert context["allowPrivilegeEscalation"] is False
        assert context["readOnlyRootFilesystem"] is True
        assert context["capabilities"] == {"drop": ["ALL"]}
        assert "privileged" not in context
        assert {"requests", "limits"} <= set(container["resources"])


def test_the_api_has_probes_that_exist() -> None:
    [api] = [pod for name, pod in PODS.items() if name.endswith("Deployment api")]
    [container] = api["containers"]
    probes = ("startupProbe", "livenessProbe", "readinessProbe")
    assert [container[probe]["httpGet"]["path"] for probe in probes] == [
        "/healthz",
        "/healthz",
        "/readyz",
    ]


def test_each_deployment_has_a_disruption_budget() -> None:
    kinds = {kind: set[str]() for kind in ("Deployment", "PodDisruptionBudget")}
    for document in RESOURCES.values():
        if document["kind"] in kinds:
            kinds[document["kind"]].add(document["metadata"]["name"])
    assert kinds["Deployment"] == kinds["PodDisruptionBudget"] == {"api", "worker"}


# ------------------------------------------------------------------------------- names


def variables(document: object) -> Iterator[str]:
    """Every setting of ours that a document gives a program."""
    if isinstance(document, dict):
        name = document.get("name")
        if isinstance(name, str) and name.startswith(PREFIX):
            yield name
        for key, value in document.items():
            if isinstance(key, str) and key.startswith(PREFIX):
                yield key
            yield from variables(value)
    elif isinstance(document, list):
        for entry in document:
            yield from variables(entry)


def test_every_setting_that_is_given_exists() -> None:
    given = set()
    for path in [ROOT / "docker-compose.yml", *FILES]:
        for document in documents(path):
            given |= set(variables(document))
    dockerfile = (DEPLOY / "Dockerfile").read_text("utf-8")
    given |= set(re.findall(rf"{PREFIX}\w+", dockerfile))
    assert len(given) >= 8
    assert given <= SETTINGS


def queries(document: object) -> Iterator[str]:
    if isinstance(document, dict):
        for key, value in document.items():
            if key in ("expr", "query") and isinstance(value, str):
                yield value
            else:
                yield from queries(value)
    elif isinstance(document, list):
        for entry in document:
            yield from queries(entry)


def test_every_metric_that_is_asked_for_exists() -> None:
    rules = documents(DEPLOY / "prometheus/rules.yml")[0]
    dashboard = json.loads((DEPLOY / "grafana/dashboards/ordojudge.json").read_text("utf-8"))
    scaling = documents(DEPLOY / "kubernetes/overlays/keda/scaling.yaml")
    asked = {
        name
        for query in queries([rules, dashboard, scaling])
        for name in re.findall(r"\bordojudge[\w:]+", query.replace('"ordojudge"', ""))
    }
    recorded = {
        rule["record"] for group in rules["groups"] for rule in group["rules"] if "record" in rule
    }
    assert len(asked) >= 15
    assert asked <= metric_names() | recorded


def test_every_alert_says_what_it_means_and_what_to_do() -> None:
    [rules] = documents(DEPLOY / "prometheus/rules.yml")
    alerts = [rule for group in rules["groups"] for rule in group["rules"] if "alert" in rule]
    page = (ROOT / "docs/operations.md").read_text("utf-8")
    for alert in alerts:
        assert alert["annotations"].keys() == {"summary", "description"}
        assert f"`{alert['alert']}`" in page
        assert alert["labels"]["severity"] in ("page", "warning")


def test_every_metric_is_documented() -> None:
    page = (ROOT / "docs/operations.md").read_text("utf-8")
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in metric_names()}
    missing = {name for name in bare if f"`{name}`" not in page}
    assert {name for name in missing if not name.endswith("_created")} == set()


def test_rules_can_be_used_by_prometheus() -> None:
    if shutil.which("promtool") is None:
        absent("promtool", "promtool", "not installed; apt-get install prometheus")
    for check, name in (("rules", "rules.yml"), ("config", "prometheus.yml")):
        subprocess.run(["promtool", "check", check, str(DEPLOY / "prometheus" / name)], check=True)


# ----------------------------------------------------------------------------- compose


def compose(*options: str, **environment: str) -> dict[str, Any]:
    command = shutil.which("docker-compose")
    if command is None:
        absent("docker-compose", "docker-compose", "not installed")
    done = subprocess.run(
        [command, "--file", str(ROOT / "docker-compose.yml"), *options, "config"],
        env={"PATH": "/usr/bin:/bin"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = yaml.safe_load(done.stdout)
    return found


def test_compose_takes_its_file_and_needs_keys() -> None:
    services = compose(API_KEYS="me:0123456789")["services"]
    assert set(services) >= {"redis", "api", "worker", "worker-docker", "prometheus", "grafana"}
    with pytest.raises(subprocess.CalledProcessError) as caught:
        compose()
    assert "API_KEYS" in caught.value.stderr


def test_only_the_api_can_be_reached_and_only_on_this_machine() -> None:
    [document] = documents(ROOT / "docker-compose.yml")
    services = document["services"]
    assert document["networks"] == {"queue": {"internal": True}}
    for name in ("redis", "worker", "worker-docker"):
        assert services[name]["networks"] == ["queue"]
        assert "ports" not in services[name]
    for service in services.values():
        for port in service.get("ports", ()):
            assert port.startswith(("127.0.0.1:", "${API_ADDRESS:-127.0.0.1}:"))
        assert not service.get("privileged")


def test_profiles_keep_what_is_not_asked_for_from_starting() -> None:
    [document] = documents(ROOT / "docker-compose.yml")
    always = {name for name, service in document["services"].items() if "profiles" not in service}
    assert always == {"redis", "api", "worker"}


def test_the_system_call_filter_lets_boxes_be_made_and_little_else_of_the_kernel() -> None:
    profile = json.loads((DEPLOY / "seccomp.json").read_text("utf-8"))
    [rule] = profile["syscalls"]
    refused = set(rule["names"])
    assert rule["action"] == "SCMP_ACT_ERRNO"
    assert refused >= {"bpf", "kexec_load", "init_module", "ptrace", "keyctl", "io_uring_setup"}
    assert not refused & {"clone", "clone3", "unshare", "mount", "umount2", "pivot_root", "setns"}
