// The list of what is refused, and the search for it.
#include "refusal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace kparity::emulate {

namespace {

constexpr Refused refused[] = {
    {"asm", "inline PTX"},
    {"__asm", "inline PTX"},
    {"__asm__", "inline PTX"},
    {"texture", "textures"},
    {"cudaTextureObject_t", "textures"},
    {"tex1D*", "textures"},
    {"tex2D*", "textures"},
    {"tex3D*", "textures"},
    {"texCubemap*", "textures"},
    {"surface", "surfaces"},
    {"cudaSurfaceObject_t", "surfaces"},
    {"surf1D*", "surfaces"},
    {"surf2D*", "surfaces"},
    {"surf3D*", "surfaces"},
    {"nvcuda", "tensor cores (wmma)"},
    {"wmma", "tensor cores (wmma)"},
    {"<<<", "a launch from a kernel (dynamic parallelism)"},
    {"cudaLaunchKernel", "a launch from a kernel (dynamic parallelism)"},
    {"this_grid", "synchronisation of a whole grid"},
    {"grid_group", "synchronisation of a whole grid"},
    {"this_multi_grid", "synchronisation of several devices"},
    {"multi_grid_group", "synchronisation of several devices"},
    {"this_cluster", "clusters of blocks"},
    {"cluster_group", "clusters of blocks"},
    {"__cluster_dims__", "clusters of blocks"},
    {"__cluster*", "clusters of blocks"},
    {"memcpy_async", "asynchronous copies"},
    {"__pipeline_*", "asynchronous copies"},
    {"cuda::pipeline", "asynchronous copies"},
    {"cuda::barrier", "cuda::barrier"},
    {"__isConstant", "questions about constant memory"},
    {"__isGridConstant", "questions about constant memory"},
    {"__cvta_generic_to_constant", "questions about constant memory"},
    {"__cvta_constant_to_generic", "questions about constant memory"},
    {"__cvta_generic_to_grid_constant", "questions about constant memory"},
    {"__cvta_grid_constant_to_generic", "questions about constant memory"},
    {"cub::", "CUB"},
    {"thrust::", "Thrust"},
};

bool is_name(std::span<const Token> tokens, std::size_t at, std::string_view name) {
  return at < tokens.size() && tokens[at].spelling == name;
}

/// Of a member (`x.surface`), of another namespace (`my::surface`) or declared here (`int surface`): a name of the
/// user's own.
bool is_users_own(std::span<const Token> tokens, std::size_t at) {
  if (at == 0) return false;
  const std::string_view before = tokens[at - 1].spelling;
  if (before == "." || before == "->") return true;
  if (before == "::")
    return at >= 2 && tokens[at - 2].kind == TokenKind::identifier && tokens[at - 2].spelling != "cooperative_groups" &&
           tokens[at - 2].spelling != "cg" && tokens[at - 2].spelling != "nvcuda" && tokens[at - 2].spelling != "cuda";
  const bool type_name =
      tokens[at].spelling == "texture" || tokens[at].spelling == "surface" || tokens[at].spelling == "wmma";
  return type_name && !is_name(tokens, at + 1, "<") && !is_name(tokens, at + 1, "::");
}

bool matches(std::span<const Token> tokens, std::size_t at, std::string_view name) {
  const std::string_view spelling = tokens[at].spelling;
  if (const auto colons = name.find("::"); colons != std::string_view::npos) {
    if (spelling != name.substr(0, colons) || !is_name(tokens, at + 1, "::")) return false;
    const std::string_view rest = name.substr(colons + 2);
    return rest.empty() || is_name(tokens, at + 2, rest);
  }
  if (name.ends_with('*')) return spelling.starts_with(name.substr(0, name.size() - 1)) && !is_users_own(tokens, at);
  return spelling == name && !is_users_own(tokens, at);
}

}  // namespace

std::span<const Refused> refused_features() {
  return refused;
}

std::optional<std::string_view> refused_at(std::span<const Token> tokens, std::size_t at) {
  const Token& token = tokens[at];
  if (token.kind != TokenKind::identifier && token.spelling != "<<<") return std::nullopt;
  for (const Refused& each : refused)
    if (matches(tokens, at, each.name)) return each.feature;
  return std::nullopt;
}

void refuse(const Tokens& tokens, const Token& at, std::string_view feature) {
  const std::string file = std::filesystem::path(tokens.files[at.file]).filename().string();
  throw CannotEmulate(fmt::format(
      "{}:{}: cannot emulate {}; check this kernel on a GPU, or guard the code with #ifndef KPARITY_EMULATED", file,
      at.line, feature));
}

}  // namespace kparity::emulate
